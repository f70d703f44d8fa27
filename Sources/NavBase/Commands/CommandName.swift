extension Command {
  /// The name in the palette, `navclient send` and the manual.
  package var name: String {
    switch self {
    case .session(let command): command.name
    case .local(let command): command.name
    }
  }
}

extension SessionCommand {
  package var name: String {
    switch self {
    case .forward: "next"
    case .back: "back"
    case .lineDown: "line-down"
    case .lineUp: "line-up"
    case .screenDown: "screen-down"
    case .screenUp: "screen-up"
    case .first: "first"
    case .last: "last"
    case .goTo: "go-to"
    case .nextTab: "next-tab"
    case .previousTab: "previous-tab"
    case .tab: "tab"
    case .toggleAttachment: "toggle-attachment"
    case .nextPart: "next-part"
    case .reload: "reload"
    case .search: "search"
    case .nextMatch: "next-match"
    case .previousMatch: "previous-match"
    case .filter: "filter"
    case .sort: "sort"
    case .toggleHidden: "hidden"
    case .chapter(let isForward): isForward ? "next-chapter" : "previous-chapter"
    case .view(.numbers): "numbers"
    case .view(.preview): "preview"
    case .root: "root"
    case .toggleWrap: "wrap"
    }
  }
}

extension LocalCommand {
  package var name: String {
    switch self {
    case .leave: "leave"
    case .help: "help"
    case .search: "search"
    case .filter: "filter"
    case .find: "find"
    case .nextResult: "next-result"
    case .previousResult: "previous-result"
    case .palette: "palette"
    case .outline: "outline"
    case .viewers: "viewers"
    case .browse: "browse"
    case .follow: "follow"
    case .notes: "notes"
    case .talk(.ask): "ask"
    case .talk(.answered): "answered"
    case .talk(.timer): "timer"
    case .control: "control"
    case .releaseControl: "release-control"
    case .takeControl: "take-control"
    case .policy: "policy"
    case .messages: "messages"
    case .point: "point"
    case .mark: "mark"
    case .mouse: "mouse"
    case .copy: "copy"
    case .peekDown: "peek-down"
    case .peekUp: "peek-up"
    case .peekLeft: "peek-left"
    case .peekRight: "peek-right"
    case .redraw: "redraw"
    case .bare: "bare"
    case .suspend: "suspend"
    }
  }
}
