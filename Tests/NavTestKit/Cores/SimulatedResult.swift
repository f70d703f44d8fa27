package import NavBase
package import NavEngine
package import NavHost
package import NavWire

/// The result of a worker for a daemon's core.
package enum SimulatedResult: Sendable {
  case content(ticket: UInt64, Result<SessionContent, ContentFailure>)
  case page(ticket: UInt64, Result<PreparedPage, ContentFailure>)
  case performed(OperationRun.Outcome)
  case restored(ticket: UInt64, Result<RestoredSession, ContentFailure>)
  case reloaded(ContentReload, Result<ReloadedContent, ContentFailure>)
  case exported(ContentExporting, Result<[UInt8], ContentFailure>)
  case laidOut(ticket: UInt64, SnapshotQuery.Outcome)
  case found(ticket: UInt64, Result<FoundPlaces, ContentFailure>)
  case pictureMade(ticket: UInt64, Result<Reply.PicturePart, ContentFailure>)
  case wrapped(ticket: UInt64, [WrappedText])
  case synced(ticket: UInt64, isStored: Bool)

  /// Performs work that has one correct result; nil for any other action.
  ///
  /// Finding finds nothing, and no picture can be made.
  package init?(of action: DaemonAction) {
    switch action {
    case .perform(let run): self = .performed(run.run())
    case .layOut(let query): self = .laidOut(ticket: query.ticket, query.run())
    case .find(let query):
      self = .found(ticket: query.ticket, .success(FoundPlaces(.files, isDone: true)))
    case .makePicture(let ticket, _, _, _):
      self = .pictureMade(ticket: ticket, .failure(ContentFailure("no pictures here")))
    case .wrap(let ticket, let texts):
      self = .wrapped(ticket: ticket, texts.map { $0.wrapped() })
    case .publish, .publishSealed, .reply, .load, .loadPage, .endSearch, .restore, .reload,
      .export, .exportMore, .endExport, .collect, .bundle, .close, .sync, .log:
      return nil
    }
  }

  /// Whether it is a session's whole content, read without failure.
  package var isWholeContent: Bool {
    switch self {
    case .content(_, .success), .restored(_, .success), .reloaded(_, .success): true
    case .content, .page, .performed, .restored, .reloaded, .exported, .laidOut, .found,
      .pictureMade, .wrapped, .synced:
      false
    }
  }
}

extension DaemonCore {
  /// Hands a worker's result to the core.
  package mutating func receive(_ result: SimulatedResult, at now: Duration) {
    switch result {
    case .content(let ticket, let result): contentLoaded(ticket: ticket, result, at: now)
    case .page(let ticket, let result): pageLoaded(ticket: ticket, result, at: now)
    case .performed(let outcome): performed(outcome, at: now)
    case .restored(let ticket, let result): restored(ticket: ticket, result, at: now)
    case .reloaded(let reload, let result):
      reloaded(ticket: reload.ticket, session: reload.session, result, at: now)
    case .exported(let export, let result):
      exported(key: export.key, session: export.session, result, at: now)
    case .laidOut(let ticket, let outcome): laidOut(ticket: ticket, outcome)
    case .found(let ticket, let result): found(ticket: ticket, result)
    case .pictureMade(let ticket, let result): pictureMade(ticket: ticket, result)
    case .wrapped(let ticket, let texts): wrapped(ticket: ticket, texts, at: now)
    case .synced(let ticket, let isStored): synced(ticket: ticket, isStored: isStored, at: now)
    }
  }
}
