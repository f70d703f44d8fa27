/// The names of what the log tells; they never change (deploy/README.md: Logs).
package enum LoggedEvent: String, CaseIterable, Sendable {
  // The daemon.
  case started = "daemon.started"
  case listening = "daemon.listening"
  case stopped = "daemon.stopped"
  case configured = "config.changed"
  case misconfigured = "config.refused"
  case keysChanged = "keys.changed"
  case keysRefused = "keys.refused"
  case storeFails = "store.failed"
  case storeWorks = "store.recovered"
  case connectionsClosed = "connections.closed"
  case stranger = "peer.unknown"
  case offender = "peer.shut_out"
  case linesLost = "log.lost"

  // The audit: who did something, and to what.
  case viewerJoined = "viewer.joined"
  case viewerLeft = "viewer.left"
  case viewerKicked = "viewer.kicked"
  case controlGained = "control.gained"
  case controlLost = "control.lost"
  case policySet = "control.policy"
  case sessionCreated = "session.created"
  case sessionRenamed = "session.renamed"
  case sessionEnded = "session.ended"
  case sessionRecorded = "session.recorded"
  case invitationMade = "invitation.made"
  case invitationUsed = "invitation.used"
  case invitationRevoked = "invitation.revoked"
  case refused = "request.refused"
  case auditShortened = "audit.shortened"
}
