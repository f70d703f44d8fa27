import NavEngine
import NavWire

/// The inputs of a session, which are performed in their order even if one has to wait for a page to be read.
package struct InputQueue: Sendable {
  private enum State: Sendable {
    /// Inputs are performed at once.
    case ready
    /// An operation waits for a page; later inputs wait behind it.
    case reading(PendingPageLoad)
  }

  private var state = State.ready
  private var waiting: [WaitingInput] = []

  /// The operation that waits for a page; nil if none does.
  var pageLoad: PendingPageLoad? {
    switch state {
    case .ready: nil
    case .reading(let load): load
    }
  }

  /// Whether a page is being read for an operation.
  package var isReading: Bool {
    switch state {
    case .ready: false
    case .reading: true
    }
  }

  /// Whether no input waits behind an operation.
  package var isEmpty: Bool { waiting.isEmpty }

  /// The requests that are answered if the session ends, in their order.
  var requests: [PendingRequest] {
    [pageLoad?.pending].compactMap(\.self) + waiting.map(\.pending)
  }

  /// Lets an input wait behind the operation in progress.
  ///
  /// - Returns: false at the limit, `DaemonLimits.waitingInputs`.
  mutating func wait(_ input: WaitingInput) -> Bool {
    guard waiting.count < DaemonLimits.waitingInputs else { return false }
    waiting.append(input)
    return true
  }

  /// Lets an operation wait for a page.
  mutating func beginLoad(_ load: PendingPageLoad) {
    state = .reading(load)
  }

  /// Ends waiting for a page.
  ///
  /// - Parameter ticket: the ticket of the page load.
  /// - Returns: the operation that waited for it; nil if none did.
  mutating func endLoad(_ ticket: UInt64) -> PendingPageLoad? {
    guard case .reading(let load) = state, load.ticket == ticket else { return nil }
    state = .ready
    return load
  }

  /// Removes and returns the next waiting input; nil if there is none, or while a page is being read.
  mutating func next() -> WaitingInput? {
    switch state {
    case .ready: waiting.isEmpty ? nil : waiting.removeFirst()
    case .reading: nil
    }
  }
}

/// An operation that waits for a page to be read.
struct PendingPageLoad: Sendable {
  let ticket: UInt64
  let pending: PendingRequest
  var operation: SessionOperation
  let label: String
  let startedAt: Duration

  /// When the operation is rejected if the page was not read.
  var deadline: Duration { startedAt + DaemonTiming.opening }
}

/// An input that waits until the operation before it is done.
struct WaitingInput: Sendable {
  let pending: PendingRequest
  let input: Request.Input
}
