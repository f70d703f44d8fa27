import NavWire

/// The kinds of requests, as metrics count them.
package enum RequestKind: Int, CaseIterable, Hashable, Sendable {
  case attach, leave, alive, input, newSession, killSession, listSessions, takeSnapshot, getStatus
  case listViewers, wait, renameSession, pan, getOutline, export, getPage, find, control, talk
  case point, invitation, getMetrics, bundle

  /// The name of the request in `input.proto`.
  package var label: String {
    switch self {
    case .attach: "attach"
    case .leave: "leave"
    case .alive: "alive"
    case .input: "input"
    case .newSession: "new_session"
    case .killSession: "kill_session"
    case .listSessions: "list_sessions"
    case .takeSnapshot: "take_snapshot"
    case .getStatus: "get_status"
    case .listViewers: "list_viewers"
    case .wait: "wait"
    case .renameSession: "rename_session"
    case .pan: "pan"
    case .getOutline: "get_outline"
    case .export: "export"
    case .getPage: "get_page"
    case .find: "find"
    case .control: "control"
    case .talk: "talk"
    case .point: "point"
    case .invitation: "invitation"
    case .getMetrics: "get_metrics"
    case .bundle: "bundle"
    }
  }
}

extension Request.Body {
  /// The kind under which metrics count it.
  var kind: RequestKind {
    switch self {
    case .attach: .attach
    case .leave: .leave
    case .alive: .alive
    case .input: .input
    case .newSession: .newSession
    case .killSession: .killSession
    case .listSessions: .listSessions
    case .takeSnapshot: .takeSnapshot
    case .getStatus: .getStatus
    case .listViewers: .listViewers
    case .wait: .wait
    case .renameSession: .renameSession
    case .pan: .pan
    case .outline: .getOutline
    case .export: .export
    case .page: .getPage
    case .find: .find
    case .control: .control
    case .talk: .talk
    case .point: .point
    case .invitation: .invitation
    case .metrics: .getMetrics
    case .bundle: .bundle
    }
  }
}

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
