"""Bots: players who know their own card and what they hear and see, and who can do nothing but press their own pad.

A bot is built from its seat, its card, the public deck and seats, a temper and a hand. It is then
told what is spoken, the public facts, and its own lamp while its eyes are open. Nothing in this
package may import the engine's state or its driver; a test sees to it.

    hand      presses of one seat as edges in time
    temper    how carefully a player plays
    signs     the pack's hand signs, seen by open eyes only
    choice    a roll call as one player means it
    listener  ears, eyes and hand of a player: follows the judge, counts along
    bot       what every player does by day: speeches, ballots, skill windows; and what lovers know
    office    the same where there is a sheriff: election, badge, order of speech; guard and idiot
    gun       what a gun adds to it
    pack      what the wolves do, those who join them later too
    folk      盗贼, 丘比特 and the good cards that not every board has; players without a card yet
    actors    all others, and who plays which card
    crowd     all bots of a table
"""
