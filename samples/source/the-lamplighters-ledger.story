title: The Lamplighter’s Ledger
author: Tsumugi contributors
language: en
identifier: urn:uuid:b2a94e0d-75c3-4f0f-8a6e-91d3f2c8470b
modified: 2026-01-01T00:00:00Z
rights: Apache-2.0
---
# Chapter I. Two Hundred and Twelve

In the seventh week of her employment, Miss Imogen Hale found a lamp that did not exist.

She found it in the way she found most things, by subtraction. On the left of her desk lay the municipal map of Marrow Bay, with every gas lamp marked by a neat red cross. On the right lay the ledger of Round Nine. The map had two hundred and eleven crosses in that district. The ledger charged for two hundred and twelve lamps, every night, back to the first page and presumably into the volumes before it.

She counted the crosses again. Then she counted them from the other end, in case they were shy.

“Fourpence,” said Mr. Crake, when she brought it to him. He was Superintendent of the Office of Gas and Illumination, and he had the look of a man who has been asked to admire a baby. “You have come to me, Miss Hale, about fourpence.”

“Fourpence a night, sir. For nineteen years, that is as far back as the volumes go. One hundred and fifteen pounds, eleven shillings and eightpence, leap years excepted.”

Mr. Crake put down his pen.

“Leap years excepted,” he repeated.

“I can include them, if you would like it worse.”

He looked at her for some time. “Who has Round Nine?”

“A Mr. Josiah Pell.”

“Pell,” said Mr. Crake, and something crossed his face that in a less senior man might have been affection. “Pell has had Round Nine since before I had teeth. Very well. Walk the round with him. Count the lamps. Bring me the truth, and bring it on one sheet of paper.”

* * *

Josiah Pell was waiting at the corner of Salt Street at a quarter to five, with a brass-tipped pole over his shoulder and a ledger under his arm. He was long and thin and a little bent at the top, so that he rather resembled what he tended.

“You’ll be the subtraction,” he said.

“I beg your pardon?”

“They told me someone was coming to do a subtraction. Mind the kerb. It’s older than it looks.”

He lit the first lamp. There was nothing to it: the pole went up, the little hook found the tap, there was a breath, and then a *pop*, and the fog turned from grey to gold. Mr. Pell opened the ledger against his knee, wrote a line in it, and walked on.

Imogen looked over his arm. She had audited that column for a week, but it had not occurred to her to read the one beside it, which was headed *Remarks* and which nobody in the Office had ever been known to look at.

“‘Number one,’” she read aloud. “‘Lit. Cat on the sill at the chandler’s. The fat one.’ Mr. Pell, is this for the Office?”

“It’s for the ledger.”

“But who reads it?”

“You just did,” said Mr. Pell.

They went up Salt Street and down Tallow Lane. Lamp nine: *Lit. Mrs. Odell has got the oven drawing again.* Lamp twenty-three: *Lit. Somebody practising the cornet. Not improving.* Lamp forty: *Lit. The Ferris boy home late and walking carefully.* At lamp sixty a window went up, and an old man in a nightcap leaned out and said, “Is it five, Josiah?” and Mr. Pell said, “It’s five, Mr. Dunn,” and the window went down.

“Is he not able to see the church clock?”

“He’s able to see it very well. He’s got no one to say good evening to.”

As he went he said a rhyme under his breath, one line to a lamp. He had it, he told her, from the man who had the round before him, who had it from *his* master, and so on back to whoever first thought of setting fire to the dark. By lamp eighty she had it too, whether she wished it or not:

:::verse
One for the baker and one for the bell,
One for the bucket that’s lost in the well,
One for the sailor and one for the sea,
And one for whoever is looking for me.
:::

“It doesn’t say what to do when you get to the end,” said Imogen.

“No,” said Mr. Pell. “You start again.”

# Chapter II. Candle Row

She kept the tally in her own notebook, in strokes of five, like a fence. At lamp one hundred she stopped feeling her feet. At one hundred and fifty he gave her half of a bun from Mrs. Odell’s, still hot in the middle, and wrote that down as well. By two hundred the fog had come up out of the harbour and sat down in the streets like a congregation, and they walked from one gold room to the next with nothing in between.

“Two hundred and nine,” said Imogen. “Two hundred and ten.” She drew a breath. The last lamp stood at the top of Cooper’s Steps, exactly where the map had put its cross. *Pop.* “Two hundred and eleven. That is all of them, Mr. Pell. That is the whole of Round Nine.”

“That’s the whole of the map,” he agreed, and went round the corner.

She had not known there was a corner. Between a cooperage and a wall was a gap just wide enough for one person and a pole. Past it the cobbles went on, but the houses did not. There were six doorsteps, three on each side, very clean, leading up to nothing at all. And at the far end, where the ground gave out above the water, stood one iron lamp.

*Pop.*

“Two hundred and twelve,” said Josiah Pell.

Imogen looked at the lamp. She looked at the six doorsteps. It was quite the loneliest thing she had ever seen, and it cost fourpence a night.

“What is this place?”

“Candle Row. Burned in the winter of ’66. They took it off the map, seeing there was nothing left to put on it. Nobody came to take the lamp.”

“Then nobody told you to go on lighting it.”

“Somebody did,” said Mr. Pell.

He turned back the cover of the ledger. Tucked into the binding, in the place where another man might keep a banknote, was a sheet of paper that had been folded so often that it was nearly four sheets. He held it under the light for her, but he did not let go of it.

:::letter
Number 4, Candle Row
The 3rd of November

Dear Mr. Pell,

My Thomas has gone for a sailor. He is eleven. He left no word because he cannot write one, and I cannot send him any because he cannot read it, so we are even. But he was always afraid of the dark at the end of our street, and you will recall you used to let him hold the pole.

If ever he comes home it will be by water and at night, knowing him. I have told him all his life that if he was lost he was to look for our lamp and walk toward it. I should not like to be made a liar by the gas company.

Kindly keep it lit.

Yours respectfully,
Edda Marsh
:::

“The fire was on the tenth,” Mr. Pell said. “A week after. They got her out, but she didn’t last till Christmas.”

“And the boy?”

“He’d be thirty now.”

“Nineteen years,” said Imogen. It was not a question. She had multiplied it herself.

“I know what it comes to,” said Mr. Pell. “I’ve a sum put by. I’d have paid for it out of my own pocket from the start, only there’s no line in the ledger for that. There’s *Lit*, and there’s *Not lit*.” He shut the book. “I couldn’t write *Not lit*, miss. It would have been true, that’s all, and then where would we be?”

The gas hissed. Somewhere below them the harbour moved about in its sleep.

“You could have left it off the count,” she said at last. “Lit it, and said two hundred and eleven. No one would ever have known.”

He looked at her as if she had suggested that they push Mr. Dunn out of his window.

“But it’s *there*,” said Josiah Pell.

# Chapter III. A Correction

Imogen Hale did not sleep. She sat at the table in her lodgings with one sheet of paper before her, and she wrote on it, and crossed it out.

There were only two things to be done with an error. One could strike out the lamp, and then the map would be right, and at a quarter to seven each evening the end of Candle Row would go dark. Or one could leave it, and say nothing, and then Imogen would have looked at a false figure and called it true. She found that she could do neither. It was very inconvenient. She had always supposed that honesty and kindness lived in the same house, and here they were on opposite sides of the street, not speaking.

At three in the morning she fetched down the *Regulations*.

She read them as nobody had ever read them, which is to say, from the beginning. Regulation 3 concerned brackets. Regulation 9 concerned the feeding of dogs. At ten minutes to five, with the window going grey, she reached Regulation 14, and read it twice, and put on her coat.

* * *

“Out *there*?” said the ferryman. “In this?”

“A quarter of a mile, if you please. I am told it is the ordinary channel.”

“It’s the ordinary channel for ships, miss. What are you looking for?”

“I shall know when I have subtracted everything else,” said Imogen.

He rowed. The fog closed over the town as a hand closes over a coin. One by one she lost them: the church, the customs house, the long bright string of the quay. The harbour light itself was a smear, and then a guess, and then it was gone behind the shoulder of the cooperage, where the new warehouses stood. She counted strokes. At two hundred she turned round on the bench.

There was one star in Marrow Bay, and it was low down, and it was gold.

It shone straight out through the gap where six houses had been. Nothing stood in front of it; nothing had for nineteen years. Every other lamp in the town was turned toward the town.

“Ah, that,” said the ferryman, without looking. “That’s Old Marsh. You steer on that.”

“*Who* steers on that?”

“Everybody. Put Old Marsh over your bow and you’re clear of the Molars. My father lost a boat on the Molars, before the fire opened it up.” He squinted at her through the wet. “You all right, miss?”

“Perfectly,” said Imogen, who was writing very fast. “Would you be so good as to sign something?”

By the end of the week eleven pilots, four ferrymen and the captain of a coal barge had been so good as to sign something; the two among them who could not write had each made a cross. The crosses were, as it happened, red. She had run out of the other ink.

* * *

Mr. Crake read the sheet of paper. Then he turned it over, in the hope of more, and as there was none he read it again aloud.

“‘Regulation 14. Any lamp which serves as a mark to vessels shall be maintained at the public charge, and entered upon the map.’” He cleared his throat. “‘I have the honour to report that the ledger of Round Nine is correct in every particular. The error is in the map. I have corrected the map. I. Hale.’”

“Yes, sir.”

“I see that you have drawn it in.”

“Yes, sir. With a cross.”

Mr. Crake regarded the two hundred and twelfth cross for a considerable time. It stood out over the edge of the land, all by itself, like somebody waiting.

“When I was seven,” he said, “he used to let me hold the pole.” And he reached for his pen, and initialled it.

* * *

The ledgers of Round Nine are in the town archive now, forty-four volumes. The lamps have been electric for a long time and nobody needs to walk from one to the next. But if you ask for the last of the volumes that are in Mr. Pell’s hand, and are patient with the fat cat and the cornet (who did, in the end, improve), you will come to a page in March, near the bottom, where the writing is less steady than it usually is.

*211. Lit. Thick fog. Bun.*

*212. Lit. A man stood under it, about thirty, with a sea-bag. Asked me the time, though he could hear the bell. I told him. He said he had seen it from the water.*

*I let him hold the pole.*
