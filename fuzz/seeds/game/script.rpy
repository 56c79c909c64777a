# The harbour, a script.
define e = Character("Eileen", color="#c8ffc8")
image bg harbour = "harbour.png"
default name = "not shown"

init python:
    title = _("The harbour")
    path = "music/a.ogg"

screen about():
    text "About this game"
    textbutton "Return" action Return()

label start:
    scene bg harbour with fade
    play music "harbour.ogg"
    e happy "The harbour was {i}empty{/i}, [name]. 100%% empty."
    "Nobody came.{w} It\'s \"late\"."
    "Old man" "Who is there?\nAnswer!"
    menu:
        "What now?"
        "Wait" if seen:
            e """Then we
            wait."""
        "Leave":
            jump end

label end:
    centered "{b}The end{/b}"
    return

translate french strings:
    old "Start"
    new "Commencer"
