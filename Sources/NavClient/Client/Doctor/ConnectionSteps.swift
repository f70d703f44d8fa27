import NavViewer

/// The steps of a connection to a daemon, in their order.
enum ConnectionStep: String, CaseIterable, Hashable, Sendable {
  case ssh
  case nameResolution = "name resolution"
  case connect
  case greeting
  case serverKey = "server key"
  case authorisation
  case protocolVersion = "protocol"
  case layoutSocket = "layout socket"

  /// Whether a failure of this step leaves open which daemon has the address, so that another address may be the right
  /// one.
  var isBeforeAuthorisation: Bool {
    switch self {
    case .ssh, .nameResolution, .connect, .greeting, .serverKey: true
    case .authorisation, .protocolVersion, .layoutSocket: false
    }
  }
}

/// Performs steps one after another, and records the result and the time of each; after a failure, the further ones
/// are not tried.
struct ConnectionSteps {
  private(set) var entries: [DoctorReport.Entry] = []
  /// The first failure.
  private(set) var failure: ClientExit?
  /// The step with the first failure.
  private(set) var failedStep: ConnectionStep?
  private let now: () -> Duration

  /// - Parameter now: the clock.
  init(now: @escaping () -> Duration) {
    self.now = now
  }

  /// Performs a step unless an earlier one has failed.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - body: performs it; it sets the text that describes its result, and throws what is wrong and what to do.
  /// - Returns: the result; nil if this or an earlier step has failed.
  mutating func perform<Value>(
    _ step: ConnectionStep,
    _ body: (inout String) throws(ClientExit) -> Value
  ) -> Value? {
    var entry = DoctorReport.Entry(.connection, step.rawValue, "")
    guard failure == nil else {
      entry.outcome = .notTried
      entries.append(entry)
      return nil
    }
    let start = now()
    do throws(ClientExit) {
      let value = try body(&entry.value)
      entry.outcome = .ok
      entry.time = now() - start
      entries.append(entry)
      return value
    } catch {
      entry.outcome = .failed
      entry.time = now() - start
      entry.advice = error.text ?? "try again"
      entries.append(entry)
      (failure, failedStep) = (error, step)
      return nil
    }
  }

  /// Returns whether a step was performed without a failure.
  func hasSucceeded(_ step: ConnectionStep) -> Bool {
    entries.contains { $0.name == step.rawValue && $0.outcome == .ok }
  }
}
