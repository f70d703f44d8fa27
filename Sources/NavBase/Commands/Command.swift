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
  /// Shows or hides the dates, modes and git marks of the entries of the session's directories.
  case toggleDetails
  /// Opens the next or the previous text of the list from which the front page was opened.
  case chapter(forward: Bool)
  /// Changes how the session's content is shown.
  case view(ViewCommand)
  /// Removes all pages of a stack except its root (NC-7).
  case root
  /// Activates the page above or below the active one of a stack, which keeps all its pages (NC-9).
  case along(forward: Bool)
  /// Wraps lines that are longer than a row, or stops wrapping them, for all viewers.
  case toggleWrap
  /// Shows the document of the tab in front as its text, or as a document again, for all viewers.
  case toggleText
  /// Hides the pages from all viewers but speakers, or shows them again.
  case toggleBlank
  /// Chooses the theme of viewers that choose none themselves; nil for the one that the content asks for.
  case theme(BuiltInTheme?)
  /// Marks the time in the journal, and so in recordings; the name may be empty. A sentence of a script is said at it.
  case timeMark(String, isSaid: Bool = false)
  /// Shows in a viewer's own view what the session has shown before, or after that (proto/README.md: Rewind).
  case past(forward: Bool)

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
  /// Asks for control, or takes it while nobody drives.
  case control
  /// Gives control up, or takes an own request back.
  case releaseControl
  /// The driver gives control to whoever has asked first.
  case grant
  /// The driver refuses whoever has asked first.
  case deny
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

/// A change of how a session's content is displayed; the position in it is kept.
package enum ViewCommand: Hashable, Sendable {
  /// Shows or hides line numbers in files; nil toggles.
  case numbers(Bool?)
  /// Shows the selected entry beside its list; nil toggles what the requesting viewer sees.
  case preview(PreviewMode?)
}

/// The terminals on which the selected entry is shown beside its list.
package enum PreviewMode: String, CaseIterable, Hashable, Sendable {
  /// On wide terminals.
  case auto
  /// On all terminals that are wide enough for both.
  case on
  case off
}

/// A path from the root of a stack to one of its pages, and a search match in that page (input.proto: Visit).
package struct Visit: Hashable, Sendable {
  /// The keys of the entries to open, from the root's on.
  package var keys: [[UInt8]]
  /// Whether the last entry is only selected in its list instead of opened.
  package var selects: Bool
  /// The text to search for; empty to keep the current search.
  package var search: String
  /// The index of the match in the page that is selected, from 0.
  package var match: Int

  /// The maximum number of keys: the maximum number of pages above the root of a stack.
  package static let keyLimit = 255
  /// The maximum size of all keys together, in bytes.
  package static let byteLimit = 64 << 10

  package init(_ keys: [[UInt8]], selects: Bool = false, search: String = "", match: Int = 0) {
    self.keys = keys
    self.selects = selects
    self.search = search
    self.match = match
  }
}

/// The rule by which viewers may move a session (proto/README.md: Control), numbered as in `scene.proto`.
package enum ControlPolicy: UInt8, CaseIterable, Hashable, Sendable {
  /// Everybody may move it.
  case open = 0
  /// One drives; others ask for control, and the driver grants it or gives it up.
  case request = 1
  /// One drives, and nobody may ask.
  case locked = 2

  /// The word for it in commands, files and listings.
  package var word: String {
    switch self {
    case .open: "open"
    case .request: "request"
    case .locked: "locked"
    }
  }

  /// Creates the policy with a word; nil for any other text.
  package init?(word: String) {
    guard let policy = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = policy
  }
}

/// The rule by which viewers may point at places of a session (proto/README.md: Pointers).
package enum PointerRule: String, CaseIterable, Hashable, Sendable {
  /// Those who may move the session.
  case driver
  /// All but those who only watch.
  case all
  /// Nobody.
  case nobody = "none"
}

/// The rule by which sessions may be recorded (proto/README.md: Journal and recordings).
package enum RecordingRule: String, CaseIterable, Hashable, Sendable {
  /// By owners.
  case owner
  /// By nobody.
  case off
}

/// The display options of a tree's directories: which entries are shown, in which order, and with which details.
package struct TreeOrder: Hashable, Sendable {
  /// Whether entries are shown whose names begin with a dot.
  package var showsHidden: Bool
  package var sort: TreeSort
  /// Whether dates, modes and git marks are shown.
  package var showsDetails: Bool

  /// Without hidden entries, by name, and without dates and modes.
  package static let standard = TreeOrder()

  package init(showsHidden: Bool = false, sort: TreeSort = .name, showsDetails: Bool = false) {
    self.showsHidden = showsHidden
    self.sort = sort
    self.showsDetails = showsDetails
  }
}

/// The sort key of a directory's entries.
package enum TreeSort: String, CaseIterable, Hashable, Sendable {
  /// Directories first, then everything else, each by name.
  case name
  /// The newest first.
  case time
  /// The largest file first, directories last.
  case size
  /// Directories first, then files by their name extension.
  case kind

  /// The next case in the order of `allCases`; the first one after the last.
  package var next: TreeSort {
    switch self {
    case .name: .time
    case .time: .size
    case .size: .kind
    case .kind: .name
    }
  }
}
