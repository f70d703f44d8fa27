package import NavBase
package import NavEngine
package import NavHost

/// The shell around a daemon's core in tests: the one place where they perform the core's actions.
///
/// A harness provides the network, the disk and the content. Work with one correct result is done here
/// (`SimulatedResult`), and nothing waits for files of bundles, for released resources or for the log.
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

  // Other work.
  mutating func wrap(_ texts: [LongText], ticket: UInt64) throws(Failure)
  mutating func sync(ticket: UInt64) throws(Failure)

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
      case .load(let ticket, let content, _): try load(content, ticket: ticket)
      case .loadPage(let ticket, _, let request): try loadPage(request, ticket: ticket)
      case .restore(let ticket, _, let content, let place, let version):
        try restore(content, at: place, version: version, ticket: ticket)
      case .reload(let job): try reload(job)
      case .export(let job): try export(job)
      case .wrap(let ticket, let texts): try wrap(texts, ticket: ticket)
      case .sync(let ticket): try sync(ticket: ticket)
      case .layOut, .find, .makePicture, .perform:
        if let result = SimulatedResult(of: action) { try deliver(result) }
      case .endSearch, .exportMore, .endExport, .collect, .bundle, .close, .log: break
      }
    }
  }

  /// Nothing waits for an export.
  package mutating func export(_ export: ContentExporting) throws(Failure) {}

  package mutating func wrap(_ texts: [LongText], ticket: UInt64) throws(Failure) {
    try deliver(.wrapped(ticket: ticket, texts.map { $0.wrapped() }))
  }
}
