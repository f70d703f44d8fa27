extension Command {
  /// The name in the palette, `navclient send` and the manual.
  package var name: String {
    switch self {
    case .session(let command): command.traits.name
    case .local(let command): command.traits.name
    }
  }
}

extension SessionCommand {
  /// The properties of a command that everything else reads instead of listing commands.
  package struct Traits: Sendable {
    package var name: String
    /// Its number in `input.proto`.
    package var number: UInt32
    package var effect: Effect
    /// Its argument on the wire; 0 for none.
    package var argument = 0
    package var text = ""
    /// Whether another container may have the focus after it, in which keys have another meaning.
    package var mayMoveFocus = false
    /// Whether its result is shown while a user types it.
    package var isTried = false

    fileprivate init(
      _ name: String,
      _ number: UInt32,
      _ effect: Effect,
      argument: Int = 0,
      text: String? = nil,
      isTried: Bool = true,
      mayMoveFocus: Bool = false
    ) {
      (self.name, self.number, self.effect, self.argument) = (name, number, effect, argument)
      (self.text, self.mayMoveFocus) = (text ?? "", mayMoveFocus)
      self.isTried = isTried && text != nil
    }
  }

  /// The change that a command makes, by the part of the session that carries it out.
  package enum Effect: Sendable {
    /// By the page in front, then by the containers from the innermost outwards.
    case movement(Movement)
    case tab(TabSelection)
    /// Shows or hides the bottom attachment of side tabs.
    case attachment
    /// Removes the pages of a stack.
    case root
    /// To the next page of a stack, which keeps its pages.
    case along(forward: Bool)
    /// By the session as a whole.
    case whole(WholeChange)
  }

  /// A movement along rows, steps or pages.
  package enum Movement: Sendable {
    case page(forward: Bool)
    case line(forward: Bool)
    case screen(forward: Bool)
    case first
    case last
    case number(Int)
  }

  /// The tab to select.
  package enum TabSelection: Sendable {
    case next
    case previous
    case number(Int)
  }

  /// A change of the session as a whole.
  package enum WholeChange: Sendable {
    case search(SearchChange)
    case order(OrderChange)
    case chapter(forward: Bool)
    case view(ViewCommand)
    case nextPart
    case reload
    case toggleWrap
    case toggleText
    case toggleBlank
    case theme(BuiltInTheme?)
    case timeMark
    case past
  }

  /// A search, a filter, or the next match.
  package enum SearchChange: Sendable {
    case search(String)
    case next
    case previous
    case filter(String)
  }

  /// A change of the order of directories.
  package enum OrderChange: Sendable {
    case sort(TreeSort?)
    case toggleHidden
    case toggleDetails
  }

  /// One row for each command.
  package var traits: Traits {
    switch self {
    case .forward: Traits("next", 1, .movement(.page(forward: true)))
    case .back: Traits("back", 2, .movement(.page(forward: false)))
    case .lineDown: Traits("line-down", 3, .movement(.line(forward: true)))
    case .lineUp: Traits("line-up", 4, .movement(.line(forward: false)))
    case .screenDown: Traits("screen-down", 5, .movement(.screen(forward: true)))
    case .screenUp: Traits("screen-up", 9, .movement(.screen(forward: false)))
    case .first: Traits("first", 6, .movement(.first))
    case .last: Traits("last", 7, .movement(.last))
    case .goTo(let number): Traits("go-to", 8, .movement(.number(number)), argument: number)
    case .nextTab: Traits("next-tab", 10, .tab(.next), mayMoveFocus: true)
    case .previousTab: Traits("previous-tab", 11, .tab(.previous), mayMoveFocus: true)
    case .tab(let number):
      Traits("tab", 12, .tab(.number(number)), argument: number, mayMoveFocus: true)
    case .toggleAttachment: Traits("toggle-attachment", 13, .attachment, mayMoveFocus: true)
    case .search(let text): Traits("search", 14, .whole(.search(.search(text))), text: text)
    case .nextMatch: Traits("next-match", 15, .whole(.search(.next)))
    case .previousMatch: Traits("previous-match", 16, .whole(.search(.previous)))
    case .filter(let text): Traits("filter", 17, .whole(.search(.filter(text))), text: text)
    case .reload: Traits("reload", 18, .whole(.reload))
    case .sort(let sort):
      Traits("sort", 19, .whole(.order(.sort(sort))), argument: Self.argument(sort))
    case .toggleHidden: Traits("hidden", 20, .whole(.order(.toggleHidden)))
    case .toggleDetails: Traits("details", 31, .whole(.order(.toggleDetails)))
    case .root: Traits("root", 21, .root, mayMoveFocus: true)
    case .along(forward: true):
      Traits("page-above", 29, .along(forward: true), mayMoveFocus: true)
    case .along(forward: false):
      Traits("page-below", 30, .along(forward: false), mayMoveFocus: true)
    case .chapter(forward: true):
      Traits("next-chapter", 22, .whole(.chapter(forward: true)), mayMoveFocus: true)
    case .chapter(forward: false):
      Traits("previous-chapter", 23, .whole(.chapter(forward: false)), mayMoveFocus: true)
    case .view(.numbers(let isOn)):
      Traits("numbers", 24, .whole(.view(.numbers(isOn))), argument: isOn.map { $0 ? 1 : 2 } ?? 0)
    case .view(.preview(let mode)):
      Traits("preview", 25, .whole(.view(.preview(mode))), argument: Self.argument(mode))
    case .toggleWrap: Traits("wrap", 26, .whole(.toggleWrap))
    case .toggleText: Traits("text", 28, .whole(.toggleText), mayMoveFocus: true)
    case .nextPart: Traits("next-part", 27, .whole(.nextPart), mayMoveFocus: true)
    case .toggleBlank: Traits("blank", 32, .whole(.toggleBlank))
    case .theme(let theme):
      Traits("theme", 33, .whole(.theme(theme)), argument: Self.argument(theme))
    case .timeMark(let text, let isSaid):
      Traits(
        "time-mark",
        34,
        .whole(.timeMark),
        argument: isSaid ? 1 : 0,
        text: text,
        isTried: false
      )
    case .past(forward: false):
      Traits("earlier", 35, .whole(.past), isTried: false, mayMoveFocus: true)
    case .past(forward: true):
      Traits("later", 36, .whole(.past), isTried: false, mayMoveFocus: true)
    }
  }

  /// The number of a choice, from 1; 0 for none.
  private static func argument<Choice: CaseIterable & Equatable>(_ choice: Choice?) -> Int
  where Choice.AllCases == [Choice] {
    choice.flatMap(Choice.allCases.firstIndex(of:)).map { $0 + 1 } ?? 0
  }
}

extension LocalCommand {
  /// The properties of a command that everything else reads instead of listing commands.
  package struct Traits: Sendable {
    package var name: String
    /// Whether it changes the viewer's part in the session: who may move that, or which view of it the viewer shows.
    package var changesPart = false
    /// Whether it may mean something else in another view of the session.
    package var concernsView = true

    fileprivate init(_ name: String, changesPart: Bool = false, concernsView: Bool = true) {
      (self.name, self.changesPart, self.concernsView) = (name, changesPart, concernsView)
    }
  }

  /// One row for each command.
  package var traits: Traits {
    switch self {
    case .leave: Traits("leave", concernsView: false)
    case .help: Traits("help", concernsView: false)
    case .search: Traits("search")
    case .filter: Traits("filter")
    case .find: Traits("find")
    case .nextResult: Traits("next-result")
    case .previousResult: Traits("previous-result")
    case .palette: Traits("palette")
    case .outline: Traits("outline")
    case .viewers: Traits("viewers", concernsView: false)
    case .browse: Traits("browse", changesPart: true)
    case .follow: Traits("follow", changesPart: true)
    case .notes: Traits("notes", changesPart: true)
    case .talk(.ask): Traits("ask", changesPart: true)
    case .talk(.answered): Traits("answered", changesPart: true)
    case .talk(.timer): Traits("timer", changesPart: true)
    case .control: Traits("control", changesPart: true)
    case .releaseControl: Traits("release-control", changesPart: true)
    case .grant: Traits("grant", changesPart: true)
    case .deny: Traits("deny", changesPart: true)
    case .takeControl: Traits("take-control", changesPart: true)
    case .policy: Traits("policy", changesPart: true)
    case .messages: Traits("messages", concernsView: false)
    case .point: Traits("point")
    case .mark: Traits("mark")
    case .mouse: Traits("mouse", concernsView: false)
    case .copy: Traits("copy")
    case .peekDown: Traits("peek-down", concernsView: false)
    case .peekUp: Traits("peek-up", concernsView: false)
    case .peekLeft: Traits("peek-left", concernsView: false)
    case .peekRight: Traits("peek-right", concernsView: false)
    case .redraw: Traits("redraw", concernsView: false)
    case .bare: Traits("bare", concernsView: false)
    case .suspend: Traits("suspend", concernsView: false)
    }
  }
}
