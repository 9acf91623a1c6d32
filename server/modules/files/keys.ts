export const digitalKey = (id: string) => `digital/${id}`;
export const imageKey = (id: string, width: number) => `images/${id}/${width}.webp`;
