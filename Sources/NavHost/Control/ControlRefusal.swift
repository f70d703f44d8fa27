import NavBase
import NavWire

/// Decides, as the only type, whether a sender may move a session or change its control (proto/README.md: Control).
enum ControlRefusal {
  /// An action that needs permission.
  enum Intent: Hashable {
    /// To move the session: any input, and any move of a pan.
    case move
    /// The same for an input or a pan that only moves the parts of a speaker's view.
    case moveView
    /// To change the content of all views: to read it again, or to list directories in another order.
    case changeContent
    case talk(Request.Talk.Action)
    case change(Request.Control.Action)
    /// To point at a place or mark a line, by the rule of the configuration.
    case point(PointerRule)

    /// Whether it concerns the view that its viewer shows, which may be a private one.
    var isAboutView: Bool {
      switch self {
      case .move, .moveView, .point: true
      case .change, .changeContent, .talk: false
      }
    }
  }

  /// Decides whether the sender of a request may perform an operation.
  ///
  /// - Parameters:
  ///   - intent: the operation.
  ///   - seat: the seat of the sender.
  ///   - control: the control of the session.
  ///   - session: the session's name, for the text.
  ///   - host: whom the sender asks for rights, for the text.
  /// - Returns: why it is not permitted; nil if it is.
  static func refusal(
    of intent: Intent,
    by seat: Seat,
    _ control: Control,
    in session: String,
    host: @autoclosure () -> String
  ) -> Reply.Failure? {
    switch intent {
    case .move, .moveView, .changeContent, .point(.driver):
      moveRefusal(by: seat, control, in: session, host: host())
    case .talk(.answered), .talk(.startTimer), .talk(.pauseTimer), .talk(.resetTimer):
      seat.role >= .presenter ? nil : .speakersOnly(host: host())
    // Read-only viewers may ask too. Unattached clients may not: each new client has a rate of its own.
    case .talk(.ask): seat.isAttached ? nil : notAttached
    case .point(.all):
      seat.role == .viewer ? onlyWatches(seat, host: host()) : nil
    case .point(.nobody): nobodyPoints(for: seat)
    case .change(let action):
      if seat.role == .viewer {
        onlyWatches(seat, host: host())
      } else if !seat.isAttached {
        // The daemon would not notice that a client without a viewer is gone.
        notAttached
      } else {
        changeRefusal(of: action, by: seat, control, in: session, host: host())
      }
    }
  }

  /// The refusal of all pointers, also of the driver's.
  static func nobodyPoints(for seat: Seat) -> Reply.Failure {
    let way =
      seat.rights == .owner
      ? "`pointers` in navd.toml permits it" : "ask the owner of this navd to permit it"
    return Reply.Failure(.notPermitted, "\(way): nobody points here")
  }

  private static let notAttached = Reply.Failure(
    .unknownViewer,
    "this viewer is not attached any more: do it once more"
  )

  private static func onlyWatches(_ seat: Seat, host: String) -> Reply.Failure {
    let way =
      seat.rights == .viewer
      ? "ask \(host) for the role driver: yours" : "leave --readonly out to take part: this viewer"
    return Reply.Failure(.notPermitted, "\(way) only watches")
  }

  private static func moveRefusal(
    by seat: Seat,
    _ control: Control,
    in session: String,
    host: @autoclosure () -> String
  ) -> Reply.Failure? {
    if seat.role == .viewer { return onlyWatches(seat, host: host()) }
    guard !control.mayMove(seat.participant.identity) else { return nil }
    let driver = control.driver.map { "\($0.name) drives" } ?? "nobody drives"
    let way =
      switch control.policy {
      case .open, .request:
        if control.isAsking(seat.participant.identity) {
          "you have asked for control"
        } else if seat.isViewer {
          control.driver == nil ? "c takes control" : "c asks for control"
        } else {
          "`navclient drive -s \(session)` "
            + (control.driver == nil ? "takes control" : "asks for control")
        }
      case .locked:
        if seat.role < .presenter {
          "locked; ask \(host())"
        } else if seat.isViewer {
          "locked; `:take-control` takes control"
        } else {
          "locked; `navclient drive --take -s \(session)` takes control"
        }
      }
    return Reply.Failure(.notPermitted, "\(driver): \(way)")
  }

  private static func changeRefusal(
    of action: Request.Control.Action,
    by seat: Seat,
    _ control: Control,
    in session: String,
    host: @autoclosure () -> String
  ) -> Reply.Failure? {
    func presentersOnly(_ action: String) -> Reply.Failure {
      let text = "ask \(host()) for the role presenter, which it takes to \(action)"
      return Reply.Failure(.notPermitted, text)
    }
    let drives = control.driver?.identity == seat.participant.identity
    switch action {
    case .release: return nil
    case .request:
      if control.policy == .open {
        return Reply.Failure(.rejected, "everybody may move this session: no need to ask")
      }
      guard control.policy == .locked, !drives else { return nil }
      return moveRefusal(by: seat, control, in: session, host: host())
    case .take:
      if control.policy == .open {
        return Reply.Failure(.rejected, "everybody may move this session: no need to take control")
      }
      return seat.role >= .presenter || drives ? nil : presentersOnly("take control")
    case .grant, .deny:
      if seat.role >= .presenter || drives { return nil }
      let driver = control.driver.map { "\($0.name), who drives" } ?? host()
      return Reply.Failure(.notPermitted, "ask \(driver): you can't grant or refuse control")
    case .kick:
      return seat.role >= .presenter ? nil : presentersOnly("remove viewers")
    case .policy:
      return seat.role >= .presenter ? nil : presentersOnly("set the policy")
    }
  }
}

extension Reply.Failure {
  /// The refusal of what only a speaker sees or changes.
  static func speakersOnly(host: String) -> Reply.Failure {
    Reply.Failure(
      .notPermitted,
      "ask \(host) for the role presenter: the notes, the timer and the questions are the speaker's"
    )
  }
}

/// The place of a request's sender in the session that the request is about.
///
/// It is resolved once, when the request's turn has come.
struct Seat {
  let session: UInt64
  let client: ClientID
  let principal: Principal
  /// The rights of the principal in the session.
  let rights: Role
  /// The viewer that the request names; nil for scripts.
  var named: UInt64?
  /// That viewer, if it belongs to the sender; for an unknown one, the viewer of the sender's client.
  ///
  /// An operation from before a restart names a viewer of the previous daemon. Nil if the viewer is in another session.
  var viewer: AttachedViewer?
  /// On whose behalf that viewer acts: another terminal of the same person may drive or ask.
  var acting: Participant?
  /// Whether `viewer` is the viewer that the request names.
  var isNamedViewer = false
  /// Whether the request names a viewer that belongs to another client.
  var isForeign = false
  /// Whether the named viewer is read-only, whether or not the sender owns it.
  var namesReadOnly = false

  init(_ pending: PendingRequest, session: UInt64, rights: Role) {
    self.session = session
    client = pending.request.client
    principal = pending.principal
    self.rights = rights
  }

  /// On whose behalf the request is made.
  var participant: Participant {
    guard named != nil else { return Participant(principal.scripts, name: .scripts) }
    // It may have driven before the restart, and has not attached again yet.
    return acting ?? Participant(.viewer(client), name: .unnamed)
  }

  var role: Role { viewer?.owner.isReadOnly == true ? .viewer : rights }

  /// Whether it is that of a viewer, whose keys can ask for control.
  var isViewer: Bool { named != nil }

  /// Whether it is that of a viewer that is attached, or of a script.
  var isAttached: Bool { named == nil || viewer != nil }
}

extension ViewerName {
  /// Returns the name of all scripts together, as everybody sees it.
  static let scripts = ViewerName(known: "a script")

  /// Returns the name of a viewer that gives none.
  static let unnamed = ViewerName(known: "viewer")
}
