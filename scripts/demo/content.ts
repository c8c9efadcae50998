// All content is made up; addresses end with the reserved domain `.example`.
import { writeRejectionNote } from '../../src/contract/proofs/rejection-reasons.ts'
import type { Scene } from './pictures.ts'

type CompanyContent = { name: string; person: string; teamSize: number; colour: string }

/** The order is unrelated to the ranking. */
export const companies: CompanyContent[] = [
  { name: 'Trade Wind Logistics', person: 'Shannon Martina', teamSize: 64, colour: '#0b5d7a' },
  { name: 'Coral Lane Bank', person: 'Nadia Winkel', teamSize: 120, colour: '#b23a48' },
  { name: 'Salt Pan Engineering', person: 'Roderick Maas', teamSize: 38, colour: '#2f4858' },
  { name: 'Divi Tree Architects', person: 'Lisette Pieters', teamSize: 14, colour: '#3d6b35' },
  { name: 'Pontoon Payments', person: 'Jermaine Obersi', teamSize: 27, colour: '#5b3f8c' },
  { name: 'Kadushi Kitchens', person: 'Marelva Bonevacia', teamSize: 46, colour: '#a6541b' },
  { name: 'Lagoon Labs', person: 'Ken Sulvaran', teamSize: 9, colour: '#0f766e' },
  { name: 'Mangrove Media', person: 'Tamara Senior', teamSize: 18, colour: '#365314' },
  { name: 'Barracuda Boatworks', person: 'Errol Leito', teamSize: 33, colour: '#1d3a6d' },
  { name: 'Aloe & Sons Pharmacy', person: 'Gwendolyn Rosario', teamSize: 22, colour: '#166534' },
  { name: 'Flamingo Freight', person: 'Dwight Cijntje', teamSize: 71, colour: '#c2416b' },
  { name: 'Watapana Clinic', person: 'Soraya Hooi', teamSize: 55, colour: '#7c2d6b' },
  { name: 'Sunset Solar', person: 'Rico Alberto', teamSize: 16, colour: '#b45309' },
  { name: 'Trupial Telecom', person: 'Ingrid de Windt', teamSize: 88, colour: '#9a3412' },
  { name: 'Old Harbour Insurance', person: 'Marlon Statius', teamSize: 101, colour: '#1e3a5f' },
  { name: 'Limestone Legal', person: 'Yvette Kleinmoedig', teamSize: 12, colour: '#4a4e69' },
  { name: 'Pelican Post', person: 'Quincy Jansen', teamSize: 150, colour: '#0369a1' },
  { name: 'Yellow House Hotels', person: 'Zuleika Francisca', teamSize: 180, colour: '#a16207' },
  { name: 'Tamarind Textiles', person: 'Elton Martis', teamSize: 25, colour: '#86198f' },
  { name: 'North Cape Security', person: 'Raymond Isenia', teamSize: 60, colour: '#374151' },
  { name: 'Blue Door Books', person: 'Mirella Koolman', teamSize: 6, colour: '#1d4ed8' },
  { name: 'Iguana Interactive', person: 'Jay-Jay Felida', teamSize: 11, colour: '#15803d' },
  { name: 'Steel Drum Studios', person: 'Carmelita Balentien', teamSize: 8, colour: '#be123c' },
  { name: 'Open Sea Fisheries', person: 'Hubert Winterdaal', teamSize: 42, colour: '#155e75' },
]

type TaskContent = {
  title: string
  description: string
  /** A search text for instructions. */
  tutorial: string | null
  points: number
  calories: number
  scene: Scene
  /** 0 is the first day of the week. */
  day: number
}

export const tasks: TaskContent[] = [
  {
    ...{ title: 'Team photo in your colours', day: 0, scene: 'team-photo', points: 15, calories: 20, tutorial: null },
    description: 'Everybody who takes part, in one place and in the colours of the company. Show who you are!',
  },
  {
    ...{ title: 'Ten thousand steps together', day: 0, scene: 'promenade', points: 30, calories: 380 },
    tutorial: 'how to walk 10000 steps a day at work',
    description: 'Walk ten thousand steps each, at least half of them together. Photos on the way and of the counters.',
  },
  {
    ...{ title: 'Stairs instead of the lift', day: 1, scene: 'stairs', points: 20, calories: 160, tutorial: null },
    description:
      'For one working day nobody of your team takes the lift. Photos on the stairs, please, not of the lift.',
  },
  {
    ...{ title: 'Sunrise stretch', day: 1, scene: 'stretching', points: 15, calories: 60 },
    tutorial: 'ten minute morning stretch for beginners',
    description: 'Ten minutes of stretching before the first meeting of the day. Chairs count as equipment.',
  },
  {
    ...{ title: 'Five kilometres along the sea', day: 2, scene: 'beach', points: 50, calories: 420 },
    tutorial: 'how to run your first 5k',
    description: 'Run or walk five kilometres on the beach or the boulevard. The slowest of the team sets the pace.',
  },
  {
    ...{ title: 'A lunch in five colours', day: 2, scene: 'lunch', points: 15, calories: 30, tutorial: null },
    description: 'Prepare a lunch with fruit and vegetables of at least five colours, and eat it together.',
  },
  {
    ...{ title: 'Cycle to work', day: 3, scene: 'cycling', points: 40, calories: 350 },
    tutorial: 'cycling to work safely tips',
    description: 'Leave the car at home and cycle, at least one way. With a helmet, and a light after sunset.',
  },
  {
    ...{ title: 'Two-minute plank', day: 3, scene: 'plank', points: 25, calories: 40 },
    tutorial: 'how to plank correctly',
    description: 'Everybody holds a plank for two minutes in all. Breaks are allowed, giving up is not.',
  },
  {
    ...{ title: 'Swim for twenty minutes', day: 4, scene: 'swimming', points: 40, calories: 240 },
    tutorial: 'open water swimming for beginners',
    description: 'In the sea or in a pool, together and never alone. Wading counts for those who do not swim.',
  },
  {
    ...{ title: 'Walking meeting', day: 4, scene: 'promenade', points: 20, calories: 110, tutorial: null },
    description: 'Hold one meeting of at least half an hour on your feet. Whoever takes the minutes may stop.',
  },
  {
    ...{ title: 'Hike above the bay', day: 5, scene: 'hiking', points: 50, calories: 520 },
    tutorial: 'hiking essentials for hot weather',
    description: 'At least an hour uphill before it gets hot. Take two litres of water each, and your rubbish home.',
  },
  {
    ...{ title: 'Water all day', day: 5, scene: 'bottles', points: 10, calories: 10, tutorial: null },
    description: 'Only water from morning to evening: no soft drinks in your office today. Show your bottles.',
  },
  {
    ...{ title: 'Friendly football match', day: 6, scene: 'football', points: 45, calories: 460 },
    tutorial: 'football warm up drills',
    description: 'Five against five for half an hour, mixed teams. Another company as the opponent earns respect.',
  },
  {
    ...{ title: 'Dance break', day: 6, scene: 'dancing', points: 20, calories: 150 },
    tutorial: 'easy group dance routine',
    description: 'Clear a room, choose three songs and dance to all of them. Everybody, also the director.',
  },
]

/** Companies see these tasks tomorrow. */
export const tasksOfTomorrow: TaskContent[] = [
  {
    ...{ title: 'Beach volleyball at sunset', day: 7, scene: 'beach', points: 45, calories: 390 },
    tutorial: 'beach volleyball basics',
    description: 'Two sets on the sand, everybody plays. A net is at every public beach; the sun goes down at six.',
  },
  {
    ...{ title: 'A walk with the neighbours', day: 7, scene: 'promenade', points: 25, calories: 210, tutorial: null },
    description: 'Walk for half an hour with the people of the office next door. Photos with both teams, please.',
  },
]

export const administrators = [
  { firstName: 'Marisol', lastName: 'Daal', email: 'marisol@sportsweek.example' },
  { firstName: 'Gerald', lastName: 'Hooyer', email: 'gerald@sportsweek.example' },
  { firstName: 'Anouk', lastName: 'Zimmerman', email: 'anouk@sportsweek.example' },
]

/** Reasons as the review screen offers them: with free text, without it, and free text alone. */
export const rejections = [
  writeRejectionNote(
    ['The activity is not visible'],
    'The photos show an empty room. Please show your team at the task.',
  ),
  writeRejectionNote(['Not enough different photos or videos'], ''),
  writeRejectionNote(['The activity is not visible'], ''),
  writeRejectionNote(['Too dark or blurred'], ''),
  writeRejectionNote(['Wrong task'], ''),
  writeRejectionNote(['Not enough different photos or videos', 'Too dark or blurred'], ''),
  'We cannot see that the five kilometres were completed. A photo of the tracker helps.',
]

export const approvals = ['Great energy!', 'Well done, all of you.', 'The best team shirt so far.']

export const reopenings = {
  approvedTooFast: 'Approved by mistake: two photos belong to another task.',
  rejectedTooFast: 'The company sent the missing tracker photo by email.',
}

export const adjustment = {
  points: 40,
  calories: 300,
  reason: 'Beach clean-up on the second day: forty bags, agreed with the organisers.',
}

/** Made-up names, separated by spaces. */
const firstNames = `Ada Benji Chantal Darwin Elisa Farley Gisela Humphrey Ilse Jurgen Kaylee Lionel Migdalia Norwin Olga
  Percy Rachelle Sharlon Thais Urselle Vianca Wendell Xiomara Yandi`
const lastNames = `Anastacia Bakhuis Casimiri Doran Evertsz Florentina Granviel Henriquez Jacobs Koeiman Lourens
  Meulens Nicolaas Offerman Pinedo Regales Sambo Tromp Vos Wout Zaandam`
export const attendeeNames = { first: firstNames.split(/\s+/), last: lastNames.split(/\s+/) }

export const events = {
  past: {
    title: 'Sunrise Beach Run',
    place: 'Long Beach, north entrance',
    brandingColor: '#0b5d7a',
    description:
      'Seven kilometres along the water while the sun comes up, and breakfast for everybody who arrives. Runners and walkers start together.',
  },
  coming: {
    title: 'Harbour Lights 5K',
    place: 'Old harbour, by the pontoon bridge',
    brandingColor: '#a6341b',
    description:
      'The closing run of the week: five kilometres around the harbour after dark, with music on both shores. Bibs can be collected the day before.',
  },
}

/** The password of every demo account. */
export const password = 'Salt-breeze-and-sun-77'
export const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z]+/g, '-')}@team.example`
