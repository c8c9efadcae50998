#!/bin/bash
# mail.sh start DIR SMTPPORT IMAPPORT | stop DIR
# A private postfix (real queue) that hands over by LMTP to a private dovecot, on loopback only, for tests. Needs root and the
# packages postfix, dovecot-imapd and dovecot-lmtpd. Every mailbox of *.test exists (password "pass"), as a maildir in
# DIR/mail/<domain>/<name>; tempfail@app.test answers 450, nobody@app.test 550. Uses IMAPPORT to IMAPPORT+2.
set -euo pipefail
D=$2
# The servers run as other users, who may not read the caller's private files.
umask 022
cd /

if [ "$1" = stop ]; then
  postfix -c "$D/pf/etc" stop >/dev/null 2>&1 || true
  doveadm -c "$D/dc/dovecot.conf" stop >/dev/null 2>&1 || true
  exit 0
fi

SP=$3; IP=$4; LP=$((IP + 1)); AP=$((IP + 2))
mkdir -p "$D"/{pf/etc,pf/spool,pf/data,dc/run,dc/state,mail,log}
chown mail "$D/mail"; chmod 755 "$D" "$D/pf" "$D/dc"

cat > "$D/dc/dovecot.conf" <<C
base_dir = $D/dc/run
state_dir = $D/dc/state
instance_name = week$IP
log_path = $D/log/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = dovecot
default_login_user = dovenull
first_valid_uid = 1
mail_location = maildir:$D/mail/%d/%n
auth_mechanisms = plain login
auth_username_format = %Lu
passdb {
  driver = static
  args = password=pass
}
userdb {
  driver = static
  args = uid=mail gid=mail home=$D/mail/%d/%n allow_all_users=yes
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = $IP
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $LP
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = $AP
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
C

MASTER=/etc/postfix/master.cf.proto; [ -f $MASTER ] || MASTER=/usr/share/postfix/master.cf.dist
# Our port only, nothing chrooted.
awk -v L="127.0.0.1:$SP" '/^smtp +inet/{$1=L;$5="n";print;next} /^[a-z0-9]/{ $5=="y" && $5="n"; print; next} {print}' $MASTER > "$D/pf/etc/master.cf"
cat > "$D/pf/etc/main.cf" <<C
compatibility_level = 3.6
queue_directory = $D/pf/spool
data_directory = $D/pf/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = $D
maillog_file = $D/log/postfix.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.app.test
mydestination =
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = regexp:$D/pf/etc/domains
virtual_transport = lmtp:inet:127.0.0.1:$LP
default_transport = error:5.7.1 relaying off in the test MTA
relay_transport = error
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access inline:{{tempfail@app.test=450 4.7.1 try later},{nobody@app.test=550 5.1.1 no such user}}, permit
smtputf8_enable = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:$AP
smtpd_tls_security_level = may
smtpd_tls_cert_file = $D/pf/etc/cert.pem
smtpd_tls_key_file = $D/pf/etc/key.pem
multi_instance_name = postfix-week$SP
C
echo '/^([a-z0-9-]+\.)*test$/ OK' > "$D/pf/etc/domains"
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=mx.app.test -addext subjectAltName=DNS:mx.app.test,IP:127.0.0.1 \
  -keyout "$D/pf/etc/key.pem" -out "$D/pf/etc/cert.pem" 2>/dev/null
cp /etc/postfix/dynamicmaps.cf /etc/postfix/postfix-files "$D/pf/etc/" 2>/dev/null || true
mkdir -p "$D/pf/etc/dynamicmaps.cf.d" "$D/pf/etc/postfix-files.d"
chown postfix "$D/pf/data"

dovecot -c "$D/dc/dovecot.conf" </dev/null >>"$D/log/start.log" 2>&1
postfix -c "$D/pf/etc" set-permissions >/dev/null 2>&1 || true
postfix -c "$D/pf/etc" start </dev/null >>"$D/log/start.log" 2>&1
