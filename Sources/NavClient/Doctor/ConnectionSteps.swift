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
}

/// Performs steps one after another, and records the result and the time of each; after a failure, the further ones
/// are not tried.
struct ConnectionSteps {
  private(set) var entries: [DoctorReport.Entry] = []
  /// The first failure.
  private(set) var failure: ClientExit?
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
      failure = error
      return nil
    }
  }
}
