package import NavBase

extension Request {
  /// Asks the speaker a question, or changes what only the speaker sees (proto/README.md: Speaker's view).
  package struct Talk: Hashable, Sendable {
    package var session: SessionReference
    /// The viewer on whose behalf it is sent; nil for scripts.
    package var viewer: UInt64?
    package var action: Action
    /// The name of who asks, for scripts; nil for no name.
    package var name: ViewerName?

    package enum Action: Hashable, Sendable {
      /// Asks a question of at most `longestQuestion` characters.
      case ask(String)
      /// Removes the question with a number.
      case answered(Int)
      case startTimer
      case pauseTimer
      /// Sets the timer to zero; one that runs runs on.
      case resetTimer
    }

    /// The longest question, in grapheme clusters.
    package static let longestQuestion = 280
    /// The same in bytes of UTF-8, for text whose clusters are long.
    static let longestQuestionBytes = 4_096

    package init(
      session: SessionReference,
      viewer: UInt64? = nil,
      _ action: Action,
      name: ViewerName? = nil
    ) {
      self.session = session
      self.viewer = viewer
      self.action = action
      self.name = name
    }
  }
}

// MARK: On the wire

extension Request.Talk: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (session, viewer, name) = (value?.session ?? .blank, value?.viewer, value?.name)
    try archive.message(1, &session)
    try archive.uint64(2, aboveZero: &viewer)
    let action = try Action.coded(value?.action, &archive)
    try archive.string(6, &name)
    return Self(session: session, viewer: viewer, action, name: name)
  }
}

extension Request.Talk.Action {
  /// Codes the fields 3 to 5.
  fileprivate static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (kind, text, question) = (UInt32(0), "", 0)
    switch value {
    case .ask(let given): (kind, text) = (1, given)
    case .answered(let number): (kind, question) = (2, number)
    case .startTimer: kind = 3
    case .pauseTimer: kind = 4
    case .resetTimer: kind = 5
    case nil: break
    }
    try archive.uint32(3, &kind)
    try archive.string(4, &text)
    try archive.uint32(5, &question)
    if let value { return value }

    switch kind {
    case 1:
      guard text.utf8.count <= Request.Talk.longestQuestionBytes,
        text.count <= Request.Talk.longestQuestion
      else {
        throw WireError(
          impossible:
            "a question of \(text.count) characters: write at most \(Request.Talk.longestQuestion)"
        )
      }
      return .ask(text)
    case 2: return .answered(question)
    case 3: return .startTimer
    case 4: return .pauseTimer
    case 5: return .resetTimer
    default:
      throw WireError(
        impossible:
          "a request about a talk of an unknown kind; the daemon may be older than the client"
      )
    }
  }
}
