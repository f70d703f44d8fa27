/// What a user can ask of a session or of the own client, whatever key or word asks for it.
package enum Command: Hashable, Sendable {
  case session(SessionCommand)
  case local(LocalCommand)
}

/// A command that moves the shared state: the daemon carries it out, every viewer sees it.
package enum SessionCommand: Hashable, Sendable {
  /// The next page of a pager; in a stack: opens what is selected.
  case forward
  /// The previous page of a pager; in a stack: the page below.
  case back
  /// One row further where the page overflows, else forward.
  case lineDown
  case lineUp
  /// A screen further where the page overflows and is not at its end, else forward.
  case screenDown
  case screenUp
  case first
  case last
  /// The page, entry or row with this number, counted from 1.
  case goTo(Int)
  /// The next of the side tabs.
  case nextTab
  case previousTab
  /// The side tab with this number, of `tabNumbers`; the same tab again goes to its root (ST-5).
  case tab(Int)
  /// Shows the bottom attachment of side tabs, or hides it (ST-2).
  case toggleAttachment
  /// Reads the content again, and runs its programs once more; people stay where they are in it.
  case reload
  /// Searches the content that has the keys and goes to the first match from here on; an empty text ends the
  /// search.
  case search(String)
  case nextMatch
  case previousMatch
  /// Shows of a list the entries that have all these words; an empty text shows all again.
  case filter(String)
  /// Sorts the session's directories; nil stands for the order behind the present one.
  case sort(TreeSort?)
  /// Shows the hidden entries of the session's directories, or hides them again.
  case toggleHidden
  /// Opens the next or the previous text of the list that the page in front was opened from.
  case chapter(forward: Bool)
  /// Changes how the session's content is shown.
  case view(ViewCommand)
  /// Takes all pages from a stack but its root (NC-7).
  case root
  /// Wraps lines that are longer than a row, or keeps them whole again, for everybody.
  case toggleWrap

  /// The longest text of a command, in bytes of UTF-8.
  package static let textLimit = 256
  /// The numbers of tabs, as many as side tabs may be.
  package static let tabNumbers = 1...64
}

/// What of a page is copied.
package enum CopyScope: String, CaseIterable, Hashable, Sendable {
  /// The whole text; of a list the name of the selected entry, of a page of a document its path.
  case page
  /// A block of code.
  case code
  /// A cell of a table.
  case cell
  /// A block of code or a cell.
  case part
}

/// A command that stays in the client.
package enum LocalCommand: Hashable, Sendable {
  case leave
  case help
  /// Begins to type what is searched for, or what a list is filtered by.
  case search
  case filter
  /// Finds files below a directory by their names, or words in all of a book or a document.
  case find
  /// Opens the next or the previous one of what was found last.
  case nextResult
  case previousResult
  /// Opens the palette, in which commands are typed.
  case palette
  /// Shows what the content that has the keys consists of.
  case outline
  case viewers
  /// Shows what the status line has said.
  case messages
  /// Takes the mouse from the terminal, or gives it back.
  case mouse
  /// Gives the terminal's clipboard what is looked at, or a part of it.
  case copy(CopyScope)
  /// Looks further down a page that only this viewer can't see whole; moves nobody else.
  case peekDown
  case peekUp
  /// Moves lines that are longer than a row sideways, for this viewer alone.
  case peekLeft
  case peekRight
  case redraw
  /// Shows the pages alone, without status line and page dots, or all again.
  case bare
  /// Stops the client until the shell continues it.
  case suspend
}
