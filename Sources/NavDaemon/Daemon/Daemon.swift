import CNavSupport
import Glibc
import NavBase
import NavHost
import NavStore
import NavSystem
import NavWire
import ZeroMQ

/// The running daemon: the sockets, the signals and the one poll loop around `DaemonCore`.
package struct Daemon: ~Copyable {
  private let options: DaemonOptions
  /// The configuration in force, updated by a reload.
  private var configuration: Configuration
  private var sockets: DaemonSockets
  private var store: DaemonStore
  private let mailbox: Mailbox<WorkerResult>
  private let loader: ContentLoader
  private var supervision: Supervision
  private var core: DaemonCore
  private var isStopping = false
  private var clock = TurnClock()
  private var memory = MemoryTidying()
  private var droppedReplies = ReplyFigures()

  private enum Token {
    static let input = 1
    static let signals = 3
    static let mailbox = 4
    static let state = 14
  }

  /// Closes all inherited descriptors except the standard streams: their numbers are for connections
  /// (`DescriptorBudget`).
  ///
  /// To be called before anything is opened.
  package static func closeInheritedDescriptors() { nav_close_inherited() }

  /// Lets writing to a pipe or a socket without a reader fail, instead of ending the process.
  ///
  /// The reader of standard error may go at any time. Programs that the daemon runs get the default.
  ///
  /// To be called before the first thread starts and the first line is logged.
  package static func blockPipeSignal() { _ = nav_signal_block(SIGPIPE) }

  /// Opens the directories, the store and the sockets, and requests the restoration of stored sessions.
  ///
  /// - Throws: if a directory can't be used, another daemon has locked it, or too few files may be open.
  package init(_ options: DaemonOptions) throws(DaemonError) {
    let budget = try DescriptorBudget(limit: DescriptorLimit.raise())
    let configuration = options.configuration.fitted(to: budget)
    let metricsAddress = try configuration.metrics.address()
    keepOwnRights()
    try options.endpoints.prepareDirectory()
    if let note = try configuration.secureStateDirectory() { log(note, .warning) }
    let supervision = try Supervision(at: monotonicNow())
    if let warning = budget.warning(for: configuration.limits.viewers) { log(warning, .warning) }
    let mailbox = try Mailbox<WorkerResult>()
    var generator = SystemRandomNumberGenerator()
    let unixTime = millisecondsSince1970()
    // The new epoch is on disk before any client can learn it.
    let opened: (store: SQLiteStore, state: StoredState, notes: [String])
    do {
      opened = try SQLiteStore.open(
        directory: configuration.stateDirectory,
        epoch: UInt64(clamping: unixTime),
        random: &generator
      )
    } catch {
      throw DaemonError(.unavailable, error.description)
    }
    for note in opened.notes { log(note, .warning) }
    let listen = options.listen?.address
    let refused = try RefusedConnections(budget, options.endpoints, listen)
    let bundles = BundleStore(in: configuration.stateDirectory)
    let metrics = try MetricsEndpoint(at: metricsAddress, configuration.metrics)
    let credentials = try options.credentials(keptIn: configuration.stateDirectory)
    let sockets: DaemonSockets
    do {
      sockets = try DaemonSockets(
        options.endpoints,
        listen: listen,
        encryptedBy: credentials,
        refused: refused,
        metrics: metrics,
        at: monotonicNow()
      )
    } catch {
      throw DaemonError(error)
    }
    let (authorizedKeys, publicKeys) = (sockets.authorizedKeys, sockets.publicKeys)
    self.sockets = sockets
    self.options = options
    self.configuration = configuration
    self.supervision = supervision
    self.mailbox = mailbox
    let marks = RestorationMarks(directory: options.configuration.stateDirectory)
    loader = ContentLoader(mailbox, marks, bundles)
    loader.follow(configuration)
    core = DaemonCore(
      opened.state,
      isStored: opened.store.problem == nil,
      durability: configuration.durability,
      limits: configuration.limits,
      setAside: marks.setAside,
      hash: Blake2b(),
      random: generator,
      now: monotonicNow(),
      unixTime: unixTime
    )
    core.restore(bundles: bundles.complete, at: monotonicNow())
    core.settings.opensRemotePaths = options.opensRemotePaths
    core.settings.isInsecure = options.listen?.isEncrypted == false
    if let listen, let publicKeys {
      core.settings.network = NetworkPlace(server: publicKeys, listeningAt: listen)
    }
    if let keys = authorizedKeys { core.use(keys, at: monotonicNow()) }
    core.settings.control = configuration.control
    store = DaemonStore(opened.store, in: configuration.stateDirectory)
  }

  /// Serves until SIGTERM or SIGINT.
  package mutating func run() throws(DaemonError) {
    do {
      var poller = Poller()
      poller.add(sockets.input, token: Token.input, events: .readable)
      poller.add(descriptor: supervision.descriptor, token: Token.signals, events: .readable)
      poller.add(descriptor: mailbox.descriptor, token: Token.mailbox, events: .readable)
      if store.watch.descriptor >= 0 {
        poller.add(descriptor: store.watch.descriptor, token: Token.state, events: .readable)
      }
      sockets.add(to: &poller)
      logListening()
      log("navd keeps sessions in \(configuration.stateDirectory)", .info, .started)
      log("navd listens in \(options.endpoints.directory)", .info, .listening)
      // Reloads the previous daemon's sessions.
      try endTurn(at: monotonicNow())
      supervision.started(at: monotonicNow())
      supervision.report(sessions: core.sessions.count, at: monotonicNow())
      _ = clock.endTurn()
      while !isStopping {
        let now = monotonicNow()
        var wake = EarliestTime(core.nextWake())
        wake.add(store.checkpointAt)
        wake.add(store.watch.nextLook)
        wake.add(sockets.nextLook)
        wake.add(memory.nextLook)
        wake.add(supervision.nextWake)
        let ready = try poller.wait(timeout: wake.time.map { max(.zero, $0 - now) })
        let start = monotonicNow()
        try turn(poller, at: start)
        if ready > 0 { memory.noteWork(at: now) }
        memory.tidyIfDue(at: start)
        let end = monotonicNow()
        supervision.report(sessions: core.sessions.count, at: end)
        let cost = clock.endTurn()
        core.settings.loop.add(cost)
        supervision.noteTurn(end - start, processorTime: cost)
      }
      supervision.stopping(at: monotonicNow())
      try perform(core.stop())
      loader.stop()
      try waitForWorkers()
      store.sqlite.close()
      log("navd stops", .info, .stopped)
    } catch {
      throw DaemonError(error)
    }
  }

  /// Waits for workers to finish, so that a file that is being written is complete.
  ///
  /// At most `DaemonTiming.farewell`, because a disk may never answer. Discards what was read; the next daemon reads it
  /// again.
  private func waitForWorkers() throws(ZeroMQError) {
    var poller = Poller()
    poller.add(descriptor: mailbox.descriptor, token: Token.mailbox, events: .readable)
    let deadline = monotonicNow() + DaemonTiming.farewell
    while loader.isBusy {
      let left = deadline - monotonicNow()
      guard left > .zero else { break }
      _ = try poller.wait(timeout: left)
      _ = mailbox.take()
    }
    // Threads that watch files keep the mailbox alive, so its contents are discarded.
    _ = mailbox.take()
  }

  /// Runs one turn of the loop: handles everything that arrived, then performs the resulting actions.
  private mutating func turn(
    _ poller: borrowing Poller,
    at now: Duration
  ) throws(ZeroMQError) {
    // Subscriptions first: a client that attached in an earlier turn may be waiting for its snapshot.
    for layout in sockets.readyLayouts(poller) { try receiveSubscriptions(of: layout, at: now) }
    if !poller.isReady(token: Token.input).isEmpty { try receiveRequests(at: now) }
    carryOutRequests(at: now)
    if !poller.isReady(token: Token.mailbox).isEmpty {
      for result in mailbox.take() { receive(result, at: now) }
    }
    if !poller.isReady(token: Token.signals).isEmpty { receiveSignals() }
    if !poller.isReady(token: Token.state).isEmpty { store.heard() }
    for entry in sockets.keepWithinReach(poller, at: now) { log(entry) }
    for entry in try sockets.admitPeers(poller, isKnown: { core.mayWatch($0) }, at: now) {
      log(entry)
    }
    switch sockets.changesOfKeys(poller, at: now) {
    case .success(let keys): use(keys, at: now)
    case .failure(let error): keepKeys(because: error)
    case nil: break
    }
    try useOwnKeys(sockets.changesOfOwnKeys(poller, at: now), at: now)
    try keepListening(at: now)
    sockets.metrics?.serve(poller, at: now) {
      if let text = core.latestMetrics(at: now) { return text }
      return core.makeMetrics(with: figures(), at: now)
    }
    try endTurn(at: now)
    try perform(core.layOutAhead(at: now))
  }

  /// Returns the part of the metrics that the core does not know.
  private func figures() -> ShellFigures {
    var figures = ShellFigures()
    figures.turns = supervision.turns
    figures.store = store.figures
    figures.replies = droppedReplies
    figures.refusedConnections = nav_accept_refused_total()
    figures.throttledConnections = nav_accept_throttled_total()
    figures.process = .ofThisProcess
    return figures
  }

  private mutating func receiveSubscriptions(
    of layout: LayoutSocket,
    at now: Duration
  ) throws(ZeroMQError) {
    for change in try layout.receive(at: now) where !receive(change, of: layout, at: now) {
      for change in layout.reject(change, at: now) { _ = receive(change, of: layout, at: now) }
    }
    let (lines, changes) = try layout.shutOffenders()
    for change in changes { _ = receive(change, of: layout, at: now) }
    for line in lines { log(line, .warning, .offender) }
  }

  private mutating func receive(
    _ change: LayoutSocket.Change,
    of layout: LayoutSocket,
    at now: Duration
  ) -> Bool {
    core.receiveSubscription(
      to: change.topic,
      in: layout.form,
      // A peer of the other socket writes its name itself, if connections are not authenticated.
      of: layout.form == .sealed ? change.user.flatMap { PeerKey($0) } : nil,
      isActive: change.isActive,
      at: now
    )
  }

  /// Ends a turn: commits to the store, then publishes, then replies.
  private mutating func endTurn(at now: Duration) throws(ZeroMQError) {
    let isStored = store.commit(core.batchToStore(at: now), at: now, by: clock)
    try perform(core.endTurn(at: now, isStored ? .stored : .refused))
    store.checkpointIfDue(at: now)
  }

  // MARK: Peers of a network

  private func logListening() {
    if let address = sockets.metrics?.address {
      log("navd serves metrics at http://\(address)\(MetricsEndpoint.path)", .info, .listening)
    }
    guard let listen = options.listen else { return }
    let address = listen.address
    if let keys = sockets.publicKeys {
      let count = core.authorizedKeys.count
      log(
        "navd listens at \(address) (and port \(address.layoutPort)), encrypted; its key is \(keys.current), and "
          + (count == 1 ? "1 key is" : "\(count) keys are") + " authorised",
        .info,
        .listening,
        [
          LogField(.address, "\(address)"), LogField(.key, "\(keys.current)"),
          LogField(.count, count),
        ]
      )
      if let next = keys.next { log("its next key is \(next)", .info, .listening) }
    } else {
      log(
        "WARNING: navd listens at \(address) (and port \(address.layoutPort)) without encryption: whoever can "
          + "reach it reads and drives every session",
        .warning,
        .listening,
        [LogField(.address, "\(address)")]
      )
    }
  }

  private mutating func use(_ keys: AuthorizedKeys, at now: Duration) {
    guard keys != core.authorizedKeys else { return }
    core.use(keys, at: now)
    let count = keys.count == 1 ? "1 key" : "\(keys.count) keys"
    let field = LogField(.count, keys.count)
    log("authorized_keys has changed: \(count)", .info, .keysChanged, [field])
  }

  private func keepKeys(because error: DaemonError) {
    log(error, .keysRefused)
    log("the authorised keys stay as they were", .warning, .keysRefused)
  }

  /// Announces a next key of this daemon, or changes to it.
  private mutating func useOwnKeys(
    _ change: DaemonSockets.KeyChange?,
    at now: Duration
  ) throws(ZeroMQError) {
    switch change {
    case .success(let files):
      let (old, keys) = (core.settings.network?.server, files.publicKeys)
      core.use(keys, at: now)
      if old?.current != keys.current {
        log(
          "navd's key is \(keys.current) from now on: viewers that know it come back by themselves",
          .info,
          .keysChanged,
          [LogField(.key, "\(keys.current)")]
        )
        try sockets.listen(with: files.current.pair, at: now)
      }
      if let next = keys.next, next != old?.next {
        log(
          "navd's next key is \(next): viewers learn it, and new invitations have it",
          .info,
          .keysChanged,
          [LogField(.key, "\(next)")]
        )
      } else if old?.next != nil, keys.next == nil, old?.next != keys.current {
        log("navd has no next key any more", .info, .keysChanged)
      }
    case .failure(let error):
      log(error, .keysRefused)
      log("navd's key stays as it was", .warning, .keysRefused)
    case nil: break
    }
  }

  /// Binds ports that were given up for another key.
  private mutating func keepListening(at now: Duration) throws(ZeroMQError) {
    let (entries, changes) = try sockets.keepListening(at: now)
    for entry in entries { log(entry) }
    for change in changes { _ = receive(change, of: sockets.networkLayout, at: now) }
  }

  private mutating func receive(_ result: WorkerResult, at now: Duration) {
    switch result {
    case .content(let ticket, let result): core.contentLoaded(ticket: ticket, result, at: now)
    case .page(let ticket, let result): core.pageLoaded(ticket: ticket, result, at: now)
    case .performed(let outcome): core.performed(outcome, at: now)
    case .searched(let ticket, let progress): core.searched(ticket: ticket, progress, at: now)
    case .restored(let ticket, let session, let result):
      core.restored(ticket: ticket, result, at: now)
      loader.restorationEnded(session)
    case .reloaded(let ticket, let session, let result):
      core.reloaded(ticket: ticket, session: session, result, at: now)
    case .exported(let key, let session, let result, let isLast):
      core.exported(key: key, session: session, result, isLast: isLast, at: now)
    case .laidOut(let ticket, let outcome, let cost):
      core.laidOut(ticket: ticket, outcome, cost: cost)
    case .found(let ticket, let result): core.found(ticket: ticket, result)
    case .bundle(let ticket, let result): core.bundleStored(ticket: ticket, result, at: now)
    case .collected(let ticket, let result): core.collected(ticket: ticket, result, at: now)
    case .pictureMade(let ticket, let result): core.pictureMade(ticket: ticket, result)
    case .wrapped(let ticket, let texts): core.wrapped(ticket: ticket, texts, at: now)
    case .changed(let session): core.contentChanged(in: session)
    case .synced(let ticket, let isStored, let took):
      store.noteSync(took)
      core.synced(ticket: ticket, isStored: isStored, at: now)
    // The account is freed with this message, after the content was counted.
    case .taken: loader.use(memoryLeft: core.memoryLeft)
    }
  }

  /// Takes requests from their socket, for a limited time: each is a routing id, an empty frame, and the body.
  private mutating func receiveRequests(at now: Duration) throws(ZeroMQError) {
    core.setUnixTime(millisecondsSince1970(), at: now)
    let start = monotonicNow()
    var last = start
    var left = DaemonLimits.requestsPerTurn
    while left > 0 && core.hasRoomForRequests && last - start < DaemonTiming.turn {
      left -= 1
      guard let (frames, address, user) = try sockets.input.receiveWithSender() else { break }
      // Without a REQ envelope no reply is possible; an empty body requests nothing.
      guard frames.count >= 3, let body = frames.last, !body.isEmpty,
        frames[frames.count - 2].isEmpty
      else {
        core.noteNoRequest()
        continue
      }
      let principal = Principal(peerAddress: address, user: sockets.isAuthenticated ? user : nil)
      core.enqueue(body, from: Peer(envelope: frames.dropLast(), principal: principal), at: now)
      let time = monotonicNow()
      core.charge(clock.cost(of: time - last), to: principal)
      last = time
    }
  }

  /// Carries out requests in the order of their turns, for a limited time: the others wait for the next turn.
  ///
  /// The time includes what it is likely to take to write their replies at the end of the turn.
  private mutating func carryOutRequests(at now: Duration) {
    guard core.hasRequests else { return }
    var last = monotonicNow()
    var spent = store.costOfReply * core.repliesToWrite
    while spent < DaemonTiming.turn {
      let replies = core.repliesToWrite
      guard core.carryOutNext(at: now) else { break }
      if core.awaitsFigures { core.measured(figures(), at: now) }
      let time = monotonicNow()
      let cost = clock.cost(of: time - last) + store.costOfReply * (core.repliesToWrite - replies)
      core.charge(cost)
      spent += cost
      last = time
    }
  }

  private mutating func receiveSignals() {
    while let request = supervision.nextRequest() {
      switch request {
      case .stop: isStopping = true
      case .reload:
        supervision.reloading(at: monotonicNow())
        reload()
        supervision.reloaded(at: monotonicNow())
      }
    }
  }

  /// Reloads the configuration; an invalid one changes nothing.
  private mutating func reload() {
    do {
      let reading = try options.source.read()
      let new = reading.configuration.fitted(to: sockets.budget)
      let changes = configuration.changes(to: new)
      configuration = configuration.replaced(by: new)
      core.settings.limits = configuration.limits
      core.settings.durability = configuration.durability
      core.settings.control = configuration.control
      DaemonLog.shared.settings = configuration.log
      loader.follow(configuration)
      do throws(DaemonError) {
        if let keys = try sockets.readAuthorizedKeys() { use(keys, at: monotonicNow()) }
      } catch {
        keepKeys(because: error)
      }
      do throws(ZeroMQError) {
        try useOwnKeys(sockets.readOwnKeys(), at: monotonicNow())
      } catch {
        log("navd's key can't be changed: \(error)", .warning, .keysRefused)
      }
      // The machine may have other addresses by now.
      if let network = core.settings.network, let listen = options.listen?.address {
        core.settings.network = NetworkPlace(server: network.server, listeningAt: listen)
      }
      let path = reading.path ?? "no configuration file: there is none"
      log("navd reads \(path)", .info, .configured)
      for change in changes { log(change, .info, .configured) }
      if changes.isEmpty { log("nothing in the configuration has changed", .info, .configured) }
    } catch {
      log(error, .misconfigured)
      log("the configuration stays as it was", .warning, .misconfigured)
    }
  }

  private mutating func perform(_ actions: [DaemonAction]) throws(ZeroMQError) {
    var ended: Set<[UInt8]> = []
    for action in actions {
      switch action {
      case .publish(let topic, let bytes): try sockets.layout.publish(bytes, on: topic)
      case .publishSealed(let topic, let bytes, let key):
        try sockets.networkLayout.publish(bytes, on: topic, key: key)
      case .reply(let peer, let bytes):
        let start = monotonicNow()
        do {
          if try !sockets.input.send(peer.envelope + [bytes]) { droppedReplies.unread += 1 }
        } catch  where error.code == .hostUnreachable {
          // The client disconnected before its reply.
          droppedReplies.ended += 1
          let isNew = ended.insert(peer.envelope.first ?? []).inserted
          if isNew { core.connectionEnded(of: peer, at: monotonicNow()) }
        }
        core.charge(clock.cost(of: monotonicNow() - start), forReplyTo: peer)
      case .load(let ticket, let content, let principal):
        loader.use(memoryLeft: core.memoryLeft)
        loader.load(content, ticket: ticket, for: principal)
      case .loadPage(let ticket, let session, let request):
        loader.use(memoryLeft: core.memoryLeft)
        loader.load(request, of: session, ticket: ticket)
      case .perform(let run): loader.perform(run)
      case .endSearch(let ticket): loader.endSearch(ticket: ticket)
      case .restore(let ticket, let session, let content, let place, let version):
        loader.use(memoryLeft: core.memoryLeft)
        loader.restore(content, of: session, place: place, version: version, ticket: ticket)
      case .reload(let reload):
        loader.use(memoryLeft: core.memoryLeft)
        loader.reload(reload)
      case .export(let export):
        loader.use(memoryLeft: core.memoryLeft)
        loader.export(export)
      case .exportMore(let key, let session): loader.exportMore(key: key, of: session)
      case .endExport(let key): loader.endExport(key: key)
      case .layOut(let query):
        loader.layOut(query)
      case .find(let query):
        loader.use(memoryLeft: core.memoryLeft)
        loader.find(query)
      case .bundle(let ticket, let job):
        loader.store(job, ticket: ticket)
      case .collect(let ticket, let session, let content):
        loader.use(memoryLeft: core.memoryLeft)
        loader.collect(content, of: session, ticket: ticket)
      case .makePicture(let ticket, let session, let copy, let part):
        loader.use(memoryLeft: core.memoryLeft)
        loader.makePicture(copy, part: part, of: session, ticket: ticket)
      case .wrap(let ticket, let texts):
        loader.wrap(texts, ticket: ticket)
      case .close(let session):
        loader.close(session)
        loader.use(memoryLeft: core.memoryLeft)
      case .sync(let ticket):
        let (mailbox, start) = (self.mailbox, monotonicNow())
        store.sqlite.sync { result in
          let isStored = if case .success = result { true } else { false }
          let took = monotonicNow() - start
          mailbox.put(.synced(ticket: ticket, isStored: isStored, took: took))
        }
      case .log(let entry):
        log(entry)
      }
    }
  }
}

func systemReason() -> String {
  String(cString: strerror(errno))
}
