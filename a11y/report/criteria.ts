export type Adherence = 'supports' | 'partially-supports' | 'does-not-support' | 'not-applicable' | 'not-evaluated';

export type Proof = 'hits' | 'engines' | 'house' | 'walks' | 'spoken' | 'virtual' | 'layout' | 'review';

export interface Criterion {
  readonly num: string;
  readonly level: 'A' | 'AA' | 'AAA';
  readonly name: string;
  readonly proofs: readonly Proof[];
  /** Gap that the proofs leave open; limits the criterion to partial support. */
  readonly open?: string;
  /** Why the criterion does not apply to the page. */
  readonly absent?: string;
}

type Row = readonly [num: string, name: string, proofs: string, note?: string];

const read = (level: Criterion['level'], rows: readonly Row[]): Criterion[] =>
  rows.map(([num, name, proofs, note]) => ({
    num,
    level,
    name,
    proofs: proofs === '-' ? [] : (proofs.split(' ') as Proof[]),
    ...(proofs === '-' ? { absent: note ?? 'There is no such content.' } : note !== undefined && { open: note }),
  }));

/** All criteria of WCAG 2.2 with their proofs. */
export const criteria: readonly Criterion[] = [
  ...read('A', [
    ['1.1.1', 'Non-text Content', 'engines virtual'],
    ['1.2.1', 'Audio-only and Video-only', '-', 'There is no audio or video.'],
    ['1.2.2', 'Captions (Prerecorded)', '-', 'There is no audio or video.'],
    ['1.2.3', 'Audio Description or Media Alternative', '-', 'There is no audio or video.'],
    ['1.3.1', 'Info and Relationships', 'engines house virtual'],
    ['1.3.2', 'Meaningful Sequence', 'virtual walks'],
    ['1.3.3', 'Sensory Characteristics', 'engines', 'Read by IBM Equal Access by words; no person has reviewed every text.'],
    ['1.4.1', 'Use of Color', 'engines house'],
    ['1.4.2', 'Audio Control', '-', 'There is no audio.'],
    ['2.1.1', 'Keyboard', 'walks'],
    ['2.1.2', 'No Keyboard Trap', 'walks'],
    ['2.1.4', 'Character Key Shortcuts', '-', 'There are no shortcuts of single characters.'],
    ['2.2.1', 'Timing Adjustable', 'virtual', 'Messages can be kept on screen; the time that a price holds is given by the platform.'],
    ['2.2.2', 'Pause, Stop, Hide', 'house'],
    ['2.3.1', 'Three Flashes', 'house'],
    ['2.4.1', 'Bypass Blocks', 'engines walks'],
    ['2.4.2', 'Page Titled', 'engines house'],
    ['2.4.3', 'Focus Order', 'walks'],
    ['2.4.4', 'Link Purpose (In Context)', 'engines house'],
    ['2.5.1', 'Pointer Gestures', '-', 'Nothing needs a gesture.'],
    ['2.5.2', 'Pointer Cancellation', 'engines', 'Buttons act on release, by the components that they are built of; not tested apart.'],
    ['2.5.3', 'Label in Name', 'engines house'],
    ['2.5.4', 'Motion Actuation', '-', 'Nothing is done by motion.'],
    ['3.1.1', 'Language of Page', 'engines'],
    ['3.2.1', 'On Focus', 'walks'],
    ['3.2.2', 'On Input', 'walks'],
    ['3.2.6', 'Consistent Help', 'house'],
    ['3.3.1', 'Error Identification', 'engines virtual'],
    ['3.3.2', 'Labels or Instructions', 'engines virtual'],
    ['3.3.7', 'Redundant Entry', 'virtual', 'A stored address is offered; not tested through every flow.'],
    ['4.1.2', 'Name, Role, Value', 'engines virtual'],
  ]),
  ...read('AA', [
    ['1.2.4', 'Captions (Live)', '-', 'There is no audio or video.'],
    ['1.2.5', 'Audio Description', '-', 'There is no audio or video.'],
    ['1.3.4', 'Orientation', 'layout'],
    ['1.3.5', 'Identify Input Purpose', 'engines'],
    ['1.4.3', 'Contrast (Minimum)', 'engines house'],
    ['1.4.4', 'Resize Text', 'layout'],
    ['1.4.5', 'Images of Text', 'engines', 'There are none; not tested apart.'],
    ['1.4.10', 'Reflow', 'layout'],
    ['1.4.11', 'Non-text Contrast', 'walks', 'Rings are measured by pixels; edges of controls by the gates of the design tokens.'],
    ['1.4.12', 'Text Spacing', 'layout'],
    ['1.4.13', 'Content on Hover or Focus', 'walks'],
    ['2.4.5', 'Multiple Ways', 'walks', 'Pages are reached by links; a site search or map belongs to the platform around them.'],
    ['2.4.6', 'Headings and Labels', 'engines virtual'],
    ['2.4.7', 'Focus Visible', 'walks'],
    ['2.4.11', 'Focus Not Obscured (Minimum)', 'walks'],
    ['2.5.7', 'Dragging Movements', '-', 'Nothing is dragged.'],
    ['2.5.8', 'Target Size (Minimum)', 'engines hits', 'The fields of the payment provider, in production, are its own.'],
    ['3.1.2', 'Language of Parts', 'engines', 'Names that members gave may be in any language and carry none.'],
    ['3.2.3', 'Consistent Navigation', 'house'],
    ['3.2.4', 'Consistent Identification', 'house'],
    ['3.3.3', 'Error Suggestion', 'virtual'],
    ['3.3.4', 'Error Prevention (Legal, Financial, Data)', 'virtual'],
    ['3.3.8', 'Accessible Authentication (Minimum)', 'virtual', "The sandbox sign-in only; a provider's sign-in is its own."],
    ['4.1.3', 'Status Messages', 'house walks spoken'],
  ]),
  ...read('AAA', [
    ['1.2.6', 'Sign Language', '-', 'There is no audio or video.'],
    ['1.2.7', 'Extended Audio Description', '-', 'There is no audio or video.'],
    ['1.2.8', 'Media Alternative', '-', 'There is no audio or video.'],
    ['1.2.9', 'Audio-only (Live)', '-', 'There is no audio.'],
    ['1.3.6', 'Identify Purpose', 'engines', 'Landmarks and input purposes only.'],
    ['1.4.6', 'Contrast (Enhanced)', 'engines house'],
    ['1.4.7', 'Low or No Background Audio', '-', 'There is no audio.'],
    ['1.4.8', 'Visual Presentation', 'layout', 'The line height of text is 1.5; width and spacing of paragraphs are not tested apart.'],
    ['1.4.9', 'Images of Text (No Exception)', 'engines', 'There are none; not tested apart.'],
    ['2.1.3', 'Keyboard (No Exception)', 'walks'],
    ['2.2.3', 'No Timing', 'virtual', 'A price holds for fifteen minutes.'],
    ['2.2.4', 'Interruptions', 'house', "Messages can't be postponed."],
    ['2.2.5', 'Re-authenticating', 'review', 'Not evaluated here.'],
    ['2.2.6', 'Timeouts', 'review', 'Not evaluated here.'],
    ['2.3.2', 'Three Flashes', 'house'],
    ['2.3.3', 'Animation from Interactions', 'house'],
    ['2.4.8', 'Location', 'house'],
    ['2.4.9', 'Link Purpose (Link Only)', 'engines house'],
    ['2.4.10', 'Section Headings', 'engines'],
    ['2.4.12', 'Focus Not Obscured (Enhanced)', 'walks'],
    ['2.4.13', 'Focus Appearance', 'walks'],
    ['2.5.5', 'Target Size (Enhanced)', 'hits', 'The fields of the payment provider, in production, are its own.'],
    ['2.5.6', 'Concurrent Input Mechanisms', 'walks'],
    ['3.1.3', 'Unusual Words', 'review', 'Not evaluated here.'],
    ['3.1.4', 'Abbreviations', 'review', 'Not evaluated here.'],
    ['3.1.5', 'Reading Level', 'review', 'Measured by Flesch-Kincaid in the report for people; no person has judged it.'],
    ['3.1.6', 'Pronunciation', 'review', 'Not evaluated here.'],
    ['3.2.5', 'Change on Request', 'house'],
    ['3.3.5', 'Help', 'virtual'],
    ['3.3.6', 'Error Prevention (All)', 'virtual'],
    ['3.3.9', 'Accessible Authentication (Enhanced)', 'virtual', "The sandbox sign-in only; a provider's sign-in is its own."],
  ]),
];
