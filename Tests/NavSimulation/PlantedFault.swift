/// A fault that the saboteur plants in messages or on the disk, to prove that an audit detects it.
package enum PlantedFault: String, Hashable, CaseIterable, Sendable {
  /// An update is lost and the next one is forged to follow the viewer's state, hash included.
  case hiddenGap
  /// An update is lost, and all later ones are replaced by beats of the viewer's state.
  case hiddenLoss
  /// The release of a pan is replaced by a key without effect, and answered.
  case lostRelease
  /// The last move of a pan arrives again after its release, as part of a new pan.
  case lateMove
  /// The moves of a pan arrive again after its release; the daemon has to detect it.
  case repeatedMoves
  /// An operation also arrives under a second client ID, and its first answer is lost.
  case performedTwice
  /// An update arrives with one number changed and the matching hash.
  case forgedField
  /// An update arrives with one number changed under its old hash; the protocol has to detect it.
  case changedField
  /// An update is lost and the next one is forged to follow the viewer's state under its old hash;
  /// the protocol has to detect it.
  case hiddenGapUnderOldHash
  /// Answers are sent before the commit of their operations, which a crash prevents.
  case earlyReplies
  /// Answers are left out of the written batch.
  case droppedReplies
  /// A change of a session's place is left out of the written batch.
  case droppedChange
  /// The snapshot of a session's place is left out of the written batch.
  case lostSnapshot
  /// A daemon starts with the previous daemon's epoch.
  case keptEpoch
  /// All peers count as one, so that nobody gives anything up at a limit.
  case onePrincipal
  /// The answers to waits of newcomers are lost.
  case lostWaits
  /// A daemon allows one wait more.
  case higherLimit
  /// A daemon starts without a driver and without requests for control.
  case forgottenDriver
  /// The inputs of all viewers arrive in the name of the one that changed control last.
  case borrowedName
  /// A commit counts as ended when it is handed out: what it stores is published.
  case earlyUpdates
  /// The same, and replies come before updates.
  case earlyAnswers
  /// A commit counts as ended when somebody attaches.
  case earlyJoin
  /// A commit counts as ended when an operation arrives, which then does not wait for it.
  case secondCommit
}

extension PlantedFault {
  /// A part of the oracle's message about the fault; nil for a fault that the protocol itself has to detect, so that no
  /// viewer shows it and all agree in the end.
  package var complaint: String? {
    switch self {
    case .hiddenGap, .forgedField: "shows what the daemon never had"
    case .hiddenLoss: "the daemon at"
    case .lostRelease: "is held after its release"
    case .lateMove: "is moved as no viewer moves it"
    case .performedTwice, .droppedReplies: "happened twice"
    case .earlyReplies: "answered as durable is lost"
    case .droppedChange: "came back to another place"
    case .lostSnapshot: "a session came back"
    case .keptEpoch: "the epoch does not rise"
    case .onePrincipal: "refused at a full table"
    case .lostWaits: "a newcomer is not served"
    case .higherLimit: "a table is above its limit"
    case .forgottenDriver: "a restart forgets who may move"
    case .borrowedName: "accepted from a viewer that may not move"
    case .earlyUpdates: "an update shows what is not stored"
    case .earlyAnswers: "is answered before it is stored"
    case .earlyJoin: "shows what is not stored"
    case .secondCommit: "a second commit"
    case .repeatedMoves, .changedField, .hiddenGapUnderOldHash: nil
    }
  }

  /// Returns the first seed with which the oracle complains about the fault; nil if there is none.
  package func firstSeed(caughtIn seeds: Range<UInt64>) -> UInt64? {
    guard let complaint else { return nil }
    return seeds.first { seed in
      do throws(SimulationFailure) {
        _ = try simulate(Schedule(seed: seed), fault: self)
        return false
      } catch {
        return "\(error.cause)".contains(complaint)
      }
    }
  }
}
