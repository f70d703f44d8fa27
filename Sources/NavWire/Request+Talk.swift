package import NavModel

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

extension Request.Talk {
  var wire: Navd_V1_Talk {
    var message = Navd_V1_Talk()
    message.session = session.wire
    message.viewerID = viewer ?? 0
    message.name = name?.description ?? ""
    switch action {
    case .ask(let text):
      message.kind = .ask
      message.text = text
    case .answered(let number):
      message.kind = .answered
      message.question = UInt32(clamping: number)
    case .startTimer: message.kind = .startTimer
    case .pauseTimer: message.kind = .pauseTimer
    case .resetTimer: message.kind = .resetTimer
    }
    return message
  }

  init(_ message: Navd_V1_Talk) throws(WireError) {
    self.init(
      session: try SessionReference(message.session),
      viewer: message.viewerID == 0 ? nil : message.viewerID,
      try Action(message),
      name: ViewerName(message.name)
    )
  }
}

extension Request.Talk.Action {
  fileprivate init(_ message: Navd_V1_Talk) throws(WireError) {
    switch message.kind {
    case .ask:
      guard message.text.utf8.count <= Request.Talk.longestQuestionBytes,
        message.text.count <= Request.Talk.longestQuestion
      else {
        throw WireError(
          impossible:
            "a question of \(message.text.count) characters: write at most \(Request.Talk.longestQuestion)"
        )
      }
      self = .ask(message.text)
    case .answered: self = .answered(Int(message.question))
    case .startTimer: self = .startTimer
    case .pauseTimer: self = .pauseTimer
    case .resetTimer: self = .resetTimer
    case .unspecified, .UNRECOGNIZED:
      throw WireError(
        impossible:
          "a request about a talk of an unknown kind; the daemon may be older than the client"
      )
    }
  }
}
