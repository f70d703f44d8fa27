package import NavBase
package import NavEngine
package import NavHost

/// The shell around a daemon's core in tests: the one place where they perform the core's actions.
///
/// A harness provides the network, the disk and the content. Work with one correct result, such as wrapping a text, is
/// done here; a harness that wants to record or delay it, or let it fail, implements the function itself.
package protocol HostInterpreter: ~Copyable {
  /// The error with which a harness refuses an action; `Never` for one that performs all of them.
  associatedtype Failure: Error

  // The network.
  mutating func publish(_ bytes: [UInt8], on topic: [UInt8]) throws(Failure)
  mutating func reply(_ bytes: [UInt8], to peer: Peer) throws(Failure)

  // The content, which workers read.
  mutating func load(_ content: ContentSpec, ticket: UInt64) throws(Failure)
  mutating func loadPage(_ request: PageRequest, ticket: UInt64) throws(Failure)
  mutating func restore(
    _ content: ContentSpec,
    at place: NavigationState,
    version: UInt64,
    ticket: UInt64
  ) throws(Failure)
  mutating func reload(_ reload: ContentReload) throws(Failure)
  mutating func export(_ export: ContentExporting) throws(Failure)
  mutating func close(session: UInt64) throws(Failure)

  // Other work.
  mutating func layOut(_ query: SnapshotQuery) throws(Failure)
  mutating func find(_ query: FindQuery) throws(Failure)
  mutating func wrap(_ texts: [LongText], ticket: UInt64) throws(Failure)
  mutating func sync(ticket: UInt64) throws(Failure)
  mutating func measure(ticket: UInt64) throws(Failure)
  mutating func log(_ entry: LogEntry) throws(Failure)

  /// Hands a worker's result to the core, now or later.
  mutating func deliver(_ result: SimulatedResult) throws(Failure)
}

extension HostInterpreter where Self: ~Copyable {
  /// Performs actions in order.
  package mutating func perform(_ actions: [DaemonAction]) throws(Failure) {
    for action in actions {
      switch action {
      case .publish(let topic, let bytes): try publish(bytes, on: topic)
      // Encryption is a matter of the transport.
      case .publishSealed(let topic, let bytes, _): try publish(bytes, on: topic)
      case .reply(let peer, let bytes): try reply(bytes, to: peer)
      case .load(let ticket, let content): try load(content, ticket: ticket)
      case .loadPage(let ticket, _, let request): try loadPage(request, ticket: ticket)
      case .restore(let ticket, _, let content, let place, let version):
        try restore(content, at: place, version: version, ticket: ticket)
      case .reload(let job): try reload(job)
      case .export(let job): try export(job)
      case .close(let session): try close(session: session)
      case .layOut(let query): try layOut(query)
      case .find(let query): try find(query)
      case .bundle(let ticket, let job): try store(job, ticket: ticket)
      case .wrap(let ticket, let texts): try wrap(texts, ticket: ticket)
      case .sync(let ticket): try sync(ticket: ticket)
      case .measure(let ticket): try measure(ticket: ticket)
      case .log(let entry): try log(entry)
      }
    }
  }

  // Nothing waits for an export, for files of bundles, for released resources or for the log.
  package mutating func export(_ export: ContentExporting) throws(Failure) {}
  package mutating func store(_ job: BundleJob, ticket: UInt64) throws(Failure) {}
  package mutating func close(session: UInt64) throws(Failure) {}
  package mutating func log(_ entry: LogEntry) throws(Failure) {}

  package mutating func layOut(_ query: SnapshotQuery) throws(Failure) {
    try deliver(.laidOut(ticket: query.ticket, query.run()))
  }

  /// Finds nothing.
  package mutating func find(_ query: FindQuery) throws(Failure) {
    try deliver(.found(ticket: query.ticket, .success(FoundPlaces(.files, isDone: true))))
  }

  /// Measures nothing.
  package mutating func measure(ticket: UInt64) throws(Failure) {
    try deliver(.measured(ticket: ticket, ShellFigures()))
  }

  package mutating func wrap(_ texts: [LongText], ticket: UInt64) throws(Failure) {
    try deliver(.wrapped(ticket: ticket, texts.map { $0.wrapped() }))
  }
}

/// A host interpreter that owns a core and runs its turns: stores, publishes and replies, then prepares.
package protocol HostHarness: HostInterpreter, ~Copyable {
  var core: DaemonCore { get set }
  var now: Duration { get }

  /// Writes a batch to the disk.
  ///
  /// - Returns: whether it is written.
  /// - Throws: when the batch is wrong.
  mutating func commit(_ batch: StoreBatch) throws(Failure) -> Bool
}

extension HostHarness where Self: ~Copyable {
  /// Ends a turn of the core and performs its actions.
  package mutating func runTurn() throws(Failure) {
    let isStored = try commit(core.batchToStore(at: now))
    try perform(core.endTurn(at: now, isStored: isStored))
    try perform(core.layOutAhead(at: now + DaemonTiming.lookAhead))
  }

  package mutating func deliver(_ result: SimulatedResult) throws(Failure) {
    core.receive(result, at: now)
  }
}
