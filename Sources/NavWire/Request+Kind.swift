extension Request {
  /// The kinds of requests, by the number of their field in `input.proto`.
  package enum Kind: Int, CaseIterable, Hashable, Sendable {
    case attach = 10
    case leave = 11
    case alive = 12
    case input = 13
    case newSession = 14
    case killSession = 15
    case listSessions = 16
    case takeSnapshot = 17
    case getStatus = 18
    case listViewers = 19
    case wait = 20
    case renameSession = 21
    case pan = 22
    case getOutline = 23
    case export = 24
    case find = 25
    case getPage = 26
    case control = 27
    case point = 28
    case talk = 29
    case invitation = 30
    case bundle = 31
    case getMetrics = 33
    case getPicture = 34
    case getJournal = 35
  }

  /// The properties of a kind of request that the daemon and its clients read instead of listing kinds.
  package struct Traits: Sendable {
    /// The name in `input.proto`, for logs and metrics.
    package var name: String
    package var manner: Manner
    /// Whether it moves a session: refusals of those are part of a talk, and no warnings in the log.
    package var isMove = false
    /// Whether it describes one session, so that a reply that had to wait is refused if the rights are gone meanwhile.
    package var describesSession = false
    package var cost = Cost.small
    package var patience = Patience.standard

    package enum Manner: Sendable {
      /// It may be repeated.
      case read
      /// A later one of its kind supersedes it.
      case passing
      /// It changes something and is executed exactly once, in sequence.
      case operation
    }

    /// The processor time that it is likely to take.
    package enum Cost: Sendable {
      case small
      /// That of a list.
      case list
      /// That of laying out a session.
      case layout
    }

    /// How long a client waits for its answer.
    package enum Patience: Sendable {
      case standard
      /// The daemon's disk may have to work for it.
      case disk
      /// The daemon may have to read much content for it.
      case export
      /// As long as the request says.
      case asked
    }

    init(_ name: String, _ manner: Manner) {
      self.name = name
      self.manner = manner
    }

    fileprivate func with(_ change: (inout Traits) -> Void) -> Traits {
      var traits = self
      change(&traits)
      return traits
    }
  }
}

extension Request.Kind {
  /// One row for each kind.
  package var traits: Request.Traits {
    switch self {
    case .attach: Request.Traits("attach", .read).with { $0.cost = .layout }
    case .leave: Request.Traits("leave", .read)
    case .alive: Request.Traits("alive", .passing)
    case .input:
      Request.Traits("input", .operation).with {
        $0.isMove = true
        $0.cost = .layout
        $0.patience = .disk
      }
    case .newSession:
      Request.Traits("new_session", .operation).with {
        $0.cost = .list
        $0.patience = .disk
      }
    case .killSession: Request.Traits("kill_session", .operation)
    case .listSessions: Request.Traits("list_sessions", .read).with { $0.cost = .list }
    case .takeSnapshot:
      Request.Traits("take_snapshot", .read).with {
        $0.describesSession = true
        $0.cost = .layout
      }
    case .getStatus: Request.Traits("get_status", .read).with { $0.describesSession = true }
    case .listViewers:
      Request.Traits("list_viewers", .read).with {
        $0.describesSession = true
        $0.cost = .list
      }
    case .wait:
      Request.Traits("wait", .read).with {
        $0.describesSession = true
        $0.patience = .asked
      }
    case .renameSession: Request.Traits("rename_session", .operation)
    case .pan: Request.Traits("pan", .passing).with { $0.isMove = true }
    case .getOutline:
      Request.Traits("get_outline", .read).with {
        $0.describesSession = true
        $0.cost = .list
      }
    case .export:
      Request.Traits("export", .read).with {
        $0.describesSession = true
        $0.patience = .export
      }
    case .find: Request.Traits("find", .read).with { $0.describesSession = true }
    case .getPage: Request.Traits("get_page", .read).with { $0.describesSession = true }
    case .control: Request.Traits("control", .operation)
    case .point: Request.Traits("point", .passing).with { $0.isMove = true }
    case .talk: Request.Traits("talk", .operation)
    // All but a list (`Request.Body.isOperation`).
    case .invitation: Request.Traits("invitation", .operation)
    case .bundle: Request.Traits("bundle", .read).with { $0.patience = .disk }
    case .getMetrics: Request.Traits("get_metrics", .read)
    case .getPicture: Request.Traits("get_picture", .read).with { $0.describesSession = true }
    case .getJournal:
      Request.Traits("get_journal", .read).with {
        $0.describesSession = true
        $0.patience = .asked
      }
    }
  }
}
