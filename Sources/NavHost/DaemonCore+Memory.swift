import NavBase
import NavEngine
import NavWire

/// The memory of all contents together has a limit (`limits.memory`); what would exceed it is refused, and nothing else
/// changes.
extension DaemonCore {
  /// The bytes that further content may take; O(sessions and their open pages).
  package var memoryLeft: Int { max(0, memoryLimit - sessions.memorySize) }

  private var memoryLimit: Int { settings.limits.memory << 20 }

  /// Checks whether there is memory for content.
  ///
  /// - Parameters:
  ///   - size: its size, in bytes.
  ///   - id: the session whose present content it replaces, if any.
  /// - Returns: why it is refused; nil if there is memory for it.
  func refusal(ofSize size: Int, insteadOf id: UInt64? = nil) -> ContentFailure? {
    let replaced = id.flatMap { sessions[$0]?.memorySize } ?? 0
    // Content that shrinks is never refused, even above a limit that was lowered.
    guard size > replaced, size > memoryLeft + replaced else { return nil }
    let text =
      "this needs \(Self.mebibytes(size)) MiB of memory, and the contents of all sessions take "
      + "\(Self.mebibytes(sessions.memorySize)) of \(settings.limits.memory) MiB, the limit (limits.memory); "
      + "end a session with `navclient kill -s NAME`, or raise the limit"
    return ContentFailure(text, .limit, brief: "there is no memory for it (limits.memory)")
  }

  /// Rounds up, so that nothing takes no memory.
  private static func mebibytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }
}

extension ContentFailure.Cause {
  /// The code of the reply.
  var code: Reply.Failure.Code {
    switch self {
    case .unreadable: .noSuchInput
    case .forbidden: .notPermitted
    case .limit: .limitReached
    case .busy: .retry
    }
  }
}

extension Result {
  /// The same, or a failure instead of a success that is refused.
  func refused(_ refusal: (Success) -> Failure?) -> Result {
    switch self {
    case .success(let value): refusal(value).map { .failure($0) } ?? self
    case .failure: self
    }
  }
}
