package import NavBase
package import NavWire

/// Content from clients: files that a client offers and sends, and sessions that show them (proto/README.md: Content
/// from clients).
extension DaemonCore {
  /// Handles a request about a bundle; a worker answers it.
  mutating func handleBundle(
    _ request: Request.Bundle,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    guard jobs.hasRoomForBundles else {
      let text = "\(DaemonLimits.bundleJobs) bundles are being written, the limit: try again"
      return fail(pending, .retry, text)
    }
    switch request {
    case .offer(let manifest, let reference, let form):
      offer(manifest, for: reference, inFormOf: form, pending, at: now)
    case .put(let id, let pieces):
      do throws(Rejection) {
        guard let manifest = try jobs.bundles.manifest(of: id, receiving: pieces, at: now) else {
          let text = "navd was restarted while files were sent: send them again"
          return fail(pending, .noSuchInput, text)
        }
        beginBundleJob(.put(id: id, manifest, pieces), of: id, for: pending)
      } catch {
        fail(pending, .rejected, error.description)
      }
    }
  }

  private mutating func offer(
    _ manifest: BundleManifest,
    for reference: SessionReference?,
    inFormOf form: ContentSpec?,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    // A removal in progress does not know which files are offered now.
    guard !jobs.isRemovingBundles else {
      return fail(pending, .retry, "files of older bundles are being removed: try again")
    }
    var session: UInt64?
    if let reference {
      guard let id = self.session(reference, for: pending) else { return }
      if let text = refusal(of: manifest, in: id) { return fail(pending, .rejected, text) }
      session = id
      if let form, let shown = sessions[id]?.content, case let next = shown.inForm(of: form),
        next != shown
      {
        changeContent(of: id) { $0.show(next) }
      }
    }
    let id = run.id(of: manifest)
    let offered = jobs.bundles.offer(
      manifest,
      id,
      for: session,
      by: pending.principal,
      shown: shownBundles,
      at: now
    )
    switch offered {
    case .success(let given):
      removeBundles(given, at: now)
      beginBundleJob(.offer(id: id, manifest), of: id, for: pending)
    case .failure(let limit): answer(pending, .failure(Reply.Failure(limit)))
    }
  }

  /// Returns why a session can't show a bundle instead of its own one; nil if it can.
  private func refusal(of manifest: BundleManifest, in session: UInt64) -> String? {
    guard case .bundle(let content)? = sessions[session]?.content else {
      return "that session shows no files that were sent: begin another"
    }
    guard let path = content.path(missingIn: manifest) else { return nil }
    return
      "these files do not contain '\(Reply.Failure.shortened(path))', which the session shows: "
      + "begin the session again"
  }

  private mutating func beginBundleJob(
    _ job: BundleJob,
    of id: ContentHash,
    for pending: PendingRequest
  ) {
    let ticket = run.newID()
    jobs.begin(ticket, .bundle(id, pending))
    output.append(.bundle(ticket: ticket, job))
  }

  /// Handles the result of a `bundle` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: what is there of the bundle, or why a file could not be written.
  ///   - now: the time of the turn.
  package mutating func bundleStored(
    ticket: UInt64,
    _ result: Result<Reply.BundleState, ContentFailure>,
    at now: Duration
  ) {
    guard mayChange else {
      return change(at: now) { $0.bundleStored(ticket: ticket, result, at: $1) }
    }
    let job = jobs.end(ticket)
    if case .bundleRemoval(let ids)? = job {
      if case .failure = result { jobs.bundles.removalRefused(of: ids, at: now) }
      return
    }
    guard case .bundle(let id, let pending)? = job else { return }
    guard jobs.bundles.holds(id) else {
      // Its files may have been written after they were removed.
      removeBundles([id], at: now)
      let text = "other files have taken the place of these: send them again"
      return fail(pending, .noSuchInput, text)
    }
    switch result {
    case .success(let state):
      let waiting = jobs.bundles.noteStored(id, isComplete: state.isComplete, at: now)
      for session in waiting.sorted() { show(id, in: session, at: now) }
      answer(pending, .bundle(state))
    case .failure(let failure): answer(pending, .failure(Reply.Failure(failure)))
    }
  }

  /// Notes the complete bundles that an earlier daemon has kept.
  ///
  /// - Parameters:
  ///   - bundles: their sizes in bytes.
  ///   - now: the time of the start.
  package mutating func restore(bundles: [ContentHash: Int], at now: Duration) {
    for (id, bytes) in bundles { jobs.bundles.restore(id, bytes: bytes, at: now) }
  }

  /// Removes bundles that are no longer needed.
  mutating func expireBundles(at now: Duration) {
    guard let next = jobs.bundles.nextExpiry, next <= now else { return }
    removeBundles(jobs.bundles.expire(at: now, shown: shownBundles), at: now)
  }

  /// Shows another version of a bundle in a session and its private views, at the place where they are.
  private mutating func show(_ bundle: ContentHash, in id: UInt64, at now: Duration) {
    guard let old = sessions[id]?.content.bundle, old != bundle,
      let content = sessions[id]?.content.showing(bundle)
    else { return }
    for view in sessions.privateViews(of: id) where sessions.privateView(view)?.owner != nil {
      sessions.update(view) { view in
        view.content = content
        _ = view.reload.cancel()
      }
    }
    let next = sessions.update(id) { session in
      session.content = content
      // Ignores the loads in progress: they read the older version.
      session.missing?.cancelLook()
      return session.reload.cancel()
    }
    guard let next else { return }
    journal.recordSession(id)
    reload(id, because: next ?? .changed)
    afterCommit(at: now) { $0.retire(old, at: $1) }
  }

  /// Lets a bundle go soon that a session has shown, unless another one shows it; it may be read at this moment.
  mutating func retire(_ bundle: ContentHash, at now: Duration) {
    if !shownBundles.contains(bundle) { jobs.bundles.retire(bundle, at: now) }
  }

  /// Removes the files of bundles that are not held any longer, and of those for which that was refused before: one
  /// job for all.
  private mutating func removeBundles(_ ids: [ContentHash], at now: Duration) {
    let ids = jobs.bundles.removal(of: ids, at: now)
    guard !ids.isEmpty else { return }
    let ticket = run.newID()
    jobs.begin(ticket, .bundleRemoval(ids))
    let keeping = jobs.bundles.wantedFiles
    output.append(.bundle(ticket: ticket, .remove(ids: ids, keeping: keeping)))
  }

  /// The bundles that sessions show, or will show when they are read.
  private var shownBundles: Set<ContentHash> { Self.bundles(of: sessions) }

  private static func bundles(of sessions: SessionTable) -> Set<ContentHash> {
    Set(sessions.contents.compactMap(\.bundle))
  }
}

extension Reply.Failure {
  fileprivate init(_ limit: Bundles.LimitReached) {
    let text =
      switch limit {
      case .count: "there are \(DaemonLimits.bundles) bundles already, the limit"
      case .bytes: "all bundles together have \(DaemonLimits.bundleBytes >> 20) MiB, the limit"
      case .countOfPrincipal: "you have sent \(DaemonLimits.bundlesOfPrincipal) bundles, the limit"
      case .bytesOfPrincipal:
        "your bundles have \(DaemonLimits.bundleBytesOfPrincipal >> 20) MiB, the limit"
      }
    self.init(
      .limitReached,
      text + ": end a session that shows one, `navclient kill -s NAME`, and try again"
    )
  }
}
