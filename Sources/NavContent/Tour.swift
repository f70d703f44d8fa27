/// The Markdown of the built-in tour.
///
/// Makes the deck.
///
/// - Parameter command: the command line with which others join the session, for example
///   `navclient --session demo`.
/// - Returns: the Markdown of a deck of twelve slides.
package func tour(command: String) -> String {
  let command = command.split(whereSeparator: \.isNewline).joined(separator: " ")
  let slides = [welcome, secondTerminal(command)] + furtherSlides
  return slides.joined(separator: "\n\n---\n\n") + "\n"
}

/// The front matter and the first slide.
private let welcome = """
  ---
  title: Tour of navd
  ---

  # Welcome to navd

  You are looking at a **deck**: slides written in Markdown, shown by a daemon called `navd`. \
  Your terminal is one of its *viewers*.

  - Everybody who joins this session sees the same place in the same deck.
  - Every terminal gets a layout made for its own size.
  - The session lives in the daemon. Terminals come and go.

  Press `Space` to go on, `Backspace` to go back.
  """

private func secondTerminal(_ command: String) -> String {
  """
  ## Open a second terminal

  Put another terminal beside this one, small or large, and run this in it:

  \(fenced(command))

  Now turn the slides in either of them. The other one follows at once.

  > Make one of the two windows narrow and the other one wide. Both show this slide, \
  and neither shrinks for the other.
  """
}

/// The slides from the third on.
private let furtherSlides = [
  """
  ## The keys

  | To … | press |
  |---|---|
  | go forward | `l` `Right` `PgDn` `Space` `Enter` `n` |
  | go back | `h` `Left` `PgUp` `Backspace` `p` |
  | scroll a slide that is too long | `j` `Down` and `k` `Up`, a row at a time |
  | go to the first slide | `g` `g` or `Home` |
  | go to the last slide | `G` or `End` |
  | go to slide 3 | `3` `G`, and so on |
  | look further down, only here | `Shift-PgDn` `Shift-PgUp` or the wheel |
  | leave | `q` |

  `Space` first scrolls a long slide to its end, then turns it.

  Leaving **never** ends the session: it waits in the daemon, at the same slide.
  """,
  """
  ## Finding your way

  | To … | press |
  |---|---|
  | search all slides | `/`, words, `Enter`; then `n` and `N`; `Esc` ends it |
  | go to a slide by its title | `o` |
  | find a command by its name | `:` |
  | see who watches | `v` |
  | copy the text | `y` |
  | show the slides alone, as for a projector | `z` |
  | see all keys | `?` |

  The **mouse** works, too: drag a slide to turn it, click a dot, turn the wheel. `m` gives the \
  mouse back to your terminal, and takes it again.
  """,
  """
  ## One session, many sizes

  The session remembers *where you are*: a slide, and a place in its text. It doesn’t \
  remember rows and columns, because these differ from terminal to terminal.

  1. The daemon lays the slide out once for each size of terminal.
  2. Each terminal receives the layout for its own size.
  3. Scroll in one terminal, and the others go to the same *sentence*.

  A small terminal may not show all that a large one does. There, the wheel or `Shift-PgDn` \
  and `Shift-PgUp` look further down **without moving anybody else**.
  """,
  """
  ## What a slide can hold

  A list, with *emphasis*, ~~corrections~~ and [links](https://commonmark.org):

  - [x] write down what you know
  - [x] leave out half of it
  - [ ] rehearse the rest

  | Part | Minutes |
  |:-------|-------:|
  | Story | 12 |
  | Demo | 5 |

  ```swift
  let minutes = story + demo
  print("Any questions?", minutes < 20)
  ```
  """,
  """
  ## Step by step

  A slide may keep something back. Press `Space`:

  <!-- pause -->

  <!-- column_layout: [1, 1] -->
  <!-- column: 0 -->

  - what comes next is *revealed*,
  - and the slide keeps its number.

  <!-- column: 1 -->

  > Columns stand side by side, or one below the other where there is no room.

  <!-- reset_layout -->
  <!-- pause -->

  Lines of code stand out one after the other:

  ```swift {1|2-3|all}
  func talk(minutes: Int) {
    tell(minutes - 5)
    ask(5)
  }
  ```
  """,
  """
  ## A slide that is too long

  This slide has more rows than most terminals. Go on with `Space`: it scrolls to the end \
  before it turns. `j` and `k` scroll by one row.

  ### Why a slide overflows

  A deck is written once and read on terminals of all sizes. What fits on the large screen of \
  a meeting room may not fit in a corner of a laptop. Text is never cut off for that: it wraps, \
  and what is left scrolls.

  ### What happens when you scroll

  - You move by rows of *your* terminal.
  - The session notes which words are now at the top of your screen.
  - Every other terminal puts the same words at the top of its own.

  ### What happens in a large terminal

  - When all of a slide fits, there is nothing to scroll.
  - Somebody with a smaller terminal may still scroll; you keep seeing everything.

  ### What happens in a small terminal

  - You follow whoever scrolls, and see the same words.
  - To look ahead by yourself, use the wheel or `Shift-PgDn`.
  - `Shift-PgUp` brings you back. So does the next slide.

  ### Advice

  Keep slides short, and nobody will need this one.

  This is the last row. `Space` turns the slide now.
  """,
  """
  ## Together

  | To … | press |
  |---|---|
  | look around on your own, and return | `b` |
  | ask for control where one drives; then grant it | `c` |
  | point at a word; mark a line | `.` and arrows; `,` |
  | ask the speaker | `:ask` and the question |
  | see the speaker’s notes, clock and questions | `F4` |

  At first everybody may move a session. For a talk, with its name for `x`:

  ```sh
  navclient policy -s x request    # one drives, others ask
  navclient notes -s x             # notes, next slide, questions
  navclient invite -s x            # for other machines
  ```

  Only the speaker has the notes and sees the questions.
  """,
  """
  ## Scripts press keys, too

  Anything that can run a command can drive a session. With the name of a session for `x`:

  ```sh
  navclient ls                            # list the sessions
  navclient send -s x next                # turn to the next slide
  navclient snapshot -s x --size 80x24    # print the screen of that size
  ```

  A snapshot needs no terminal. It is what a viewer of that size sees, as text.
  """,
  """
  ## Show your own

  Write Markdown, with a line of three hyphens, and a blank line above it, between two slides:

  ```markdown
  # My talk

  ---

  ## The second slide
  ```

  Directories and the output of programs are shown as well, also through a pipe:

  ```sh
  navclient --session talk --open talk.md
  navclient --session code --open src
  navclient --session log --git-log
  make 2>&1 | navclient --session build --open -
  ```

  Books, JSON and YAML documents, manual pages: `navclient --help` lists all of them.
  """,
  """
  # That’s all

  You know enough now to give a talk:

  - `Space` forward, `Backspace` back, `g` `g` to begin again
  - others join with the command on the second slide
  - `q` leaves, and the session stays

  Press `G` at any time to come back to this slide. **Have fun!**
  """,
]

/// Returns a fenced code block with one line, which may contain backticks.
private func fenced(_ line: String) -> String {
  let longest = line.split { $0 != "`" }.map(\.count).max() ?? 0
  let fence = String(repeating: "`", count: max(3, longest + 1))
  return "\(fence)sh\n\(line)\n\(fence)"
}
