/// A user's command, to the session or to the user's own client, from any key or command name.
package enum Command: Hashable, Sendable {
  case session(SessionCommand)
  case local(LocalCommand)
}

/// A command that changes the shared state: the daemon executes it and all viewers see it.
package enum SessionCommand: Hashable, Sendable {
  /// The next page of a pager; in a stack: opens the selected entry.
  case forward
  /// The previous page of a pager; in a stack: the page below.
  case back
  /// One row down if the page overflows, else forward.
  case lineDown
  case lineUp
  /// One screen down if the page overflows and is not at its end, else forward.
  case screenDown
  case screenUp
  case first
  case last
  /// The page, entry or row with this number, from 1.
  case goTo(Int)
  /// The next side tab, or the next tab of a pager's header.
  case nextTab
  case previousTab
  /// The tab with this number, in `tabNumbers`; the tab that is already shown goes to its root (ST-5).
  case tab(Int)
  /// Shows or hides the bottom attachment of side tabs (ST-2).
  case toggleAttachment
  /// Gives the focus to the next part of a split (SPL-10).
  case nextPart
  /// Reads the content again and reruns its programs; the position in it is kept.
  case reload
  /// Searches the focused content and goes to the first match from the current position; an empty text ends the search.
  case search(String)
  case nextMatch
  case previousMatch
  /// Shows only the entries of a list that contain all these words; an empty text shows all again.
  case filter(String)
  /// Sorts the session's directories; nil means the order after the current one.
  case sort(TreeSort?)
  /// Shows or hides the hidden entries of the session's directories.
  case toggleHidden
  /// Opens the next or the previous text of the list from which the front page was opened.
  case chapter(forward: Bool)
  /// Changes how the session's content is shown.
  case view(ViewCommand)
  /// Removes all pages of a stack except its root (NC-7).
  case root
  /// Wraps lines that are longer than a row, or stops wrapping them, for all viewers.
  case toggleWrap

  /// The longest text of a command, in bytes of UTF-8.
  package static let textLimit = 256
  /// The largest number of a question.
  package static let largestQuestion = 9_999_999
  /// The valid numbers of tabs.
  package static let tabNumbers = 1...64
}

/// The part of a page to copy.
package enum CopyScope: String, CaseIterable, Hashable, Sendable {
  /// The whole text; of a list the name of the selected entry, of a document's page its path.
  case page
  /// A block of code.
  case code
  /// A cell of a table.
  case cell
  /// A block of code or a cell.
  case part
}

/// A command that the client executes by itself.
package enum LocalCommand: Hashable, Sendable {
  case leave
  case help
  /// Starts typing a search text, or the filter of a list.
  case search
  case filter
  /// Finds files below a directory by name, or words in a whole book or document.
  case find
  /// Opens the next or the previous result of the last `find`.
  case nextResult
  case previousResult
  /// Opens the palette, in which commands are typed by name.
  case palette
  /// Shows the outline of the focused content.
  case outline
  case viewers
  /// Gives the viewer a view of its own, which it moves alone; returns it to the shared view.
  case browse
  /// Shows whatever another viewer shows, by its name.
  case follow(String)
  /// Shows the speaker's view; returns to the shared one.
  case notes
  /// Asks the speaker a question, or changes what the speaker's view shows.
  case talk(TalkCommand)
  /// Asks for control, or takes it while nobody drives; the driver grants it to whoever has asked first.
  case control
  /// Gives control up, or takes an own request back; the driver refuses whoever has asked first.
  case releaseControl
  /// Takes control at once.
  case takeControl
  /// Sets the rule by which viewers may move the session; nil shows the present one.
  case policy(ControlPolicy?)
  /// Shows the past messages of the status line.
  case messages
  /// Shows the viewer's pointer, which keys move then.
  case point
  /// Marks a line of the page, or takes the mark away.
  case mark
  /// Turns mouse reports on or off.
  case mouse
  /// Copies the shown page, or a part of it, to the terminal's clipboard.
  case copy(CopyScope)
  /// Scrolls a page that overflows in this viewer's terminal, without moving other viewers.
  case peekDown
  case peekUp
  /// Scrolls lines that are longer than a row horizontally, in this viewer only.
  case peekLeft
  case peekRight
  case redraw
  /// Hides the status line and the page dots, or shows them again.
  case bare
  /// Stops the client until the shell continues it.
  case suspend
}

/// A command about a talk.
package enum TalkCommand: Hashable, Sendable {
  /// The most bytes of a typed question; its characters are counted where it is sent.
  package static let questionLimit = 4_096

  /// Asks the speaker a question.
  case ask(String)
  /// Removes a question of the audience, by its number; nil for the first one.
  case answered(Int?)
  case timer(TimerCommand)
}

/// A change of the timer of a talk.
package enum TimerCommand: String, CaseIterable, Hashable, Sendable {
  /// Starts a timer that does not run, pauses one that does.
  case toggle
  case start
  case pause
  /// Sets it to zero; one that runs runs on.
  case reset
}
