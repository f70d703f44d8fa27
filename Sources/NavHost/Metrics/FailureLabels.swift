import NavWire

extension Reply.Failure.Code {
  /// The name of the code in `input.proto`, in lower case.
  var label: String {
    switch self {
    case .malformed: "malformed"
    case .protocolMismatch: "protocol"
    case .noSuchSession: "no_such_session"
    case .sessionExists: "session_exists"
    case .badName: "bad_name"
    case .noSuchInput: "no_such_input"
    case .rejected: "rejected"
    case .outOfOrder: "out_of_order"
    case .unknownClient: "unknown_client"
    case .clientIDConflict: "client_id_conflict"
    case .unknownViewer: "unknown_viewer"
    case .limitReached: "limit_reached"
    case .retry: "retry"
    case .timedOut: "timed_out"
    case .notPermitted: "not_permitted"
    case .slowDown: "slow_down"
    case .preconditionFailed: "precondition_failed"
    case .staleView: "stale_view"
    case .unknown: "unknown"
    }
  }
}
