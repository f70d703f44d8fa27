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
    package var isMove: Bool
    /// Whether it describes one session, so that a reply that had to wait is refused if the rights are gone meanwhile.
    package var describesSession: Bool
    package var cost: Cost
    package var patience: Patience

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

    fileprivate init(
      _ name: String,
      _ manner: Manner,
      isMove: Bool = false,
      describesSession: Bool = false,
      cost: Cost = .small,
      patience: Patience = .standard
    ) {
      (self.name, self.manner, self.isMove) = (name, manner, isMove)
      (self.describesSession, self.cost, self.patience) = (describesSession, cost, patience)
    }
  }
}

extension Request.Kind {
  /// One row for each kind.
  package var traits: Request.Traits {
    switch self {
    case .attach: Request.Traits("attach", .read, cost: .layout)
    case .leave: Request.Traits("leave", .read)
    case .alive: Request.Traits("alive", .passing)
    case .input: Request.Traits("input", .operation, isMove: true, cost: .layout, patience: .disk)
    case .newSession: Request.Traits("new_session", .operation, cost: .list, patience: .disk)
    case .killSession: Request.Traits("kill_session", .operation)
    case .listSessions: Request.Traits("list_sessions", .read, cost: .list)
    case .takeSnapshot:
      Request.Traits("take_snapshot", .read, describesSession: true, cost: .layout)
    case .getStatus: Request.Traits("get_status", .read, describesSession: true)
    case .listViewers: Request.Traits("list_viewers", .read, describesSession: true, cost: .list)
    case .wait: Request.Traits("wait", .read, describesSession: true, patience: .asked)
    case .renameSession: Request.Traits("rename_session", .operation)
    case .pan: Request.Traits("pan", .passing, isMove: true)
    case .getOutline: Request.Traits("get_outline", .read, describesSession: true, cost: .list)
    case .export: Request.Traits("export", .read, describesSession: true, patience: .export)
    case .find: Request.Traits("find", .read, describesSession: true)
    case .getPage: Request.Traits("get_page", .read, describesSession: true)
    case .control: Request.Traits("control", .operation)
    case .point: Request.Traits("point", .passing, isMove: true)
    case .talk: Request.Traits("talk", .operation)
    // All but a list (`Request.Body.isOperation`).
    case .invitation: Request.Traits("invitation", .operation)
    case .bundle: Request.Traits("bundle", .read, patience: .disk)
    case .getMetrics: Request.Traits("get_metrics", .read)
    case .getPicture: Request.Traits("get_picture", .read, describesSession: true)
    case .getJournal: Request.Traits("get_journal", .read, describesSession: true, patience: .asked)
    }
  }
}
