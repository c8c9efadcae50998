export declare const modulesOfPages: Record<string, string[]>
