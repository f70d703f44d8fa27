/// What the saboteur does to messages and to the disk, to prove that somebody notices.
package enum PlantedFault: String, Hashable, CaseIterable, Sendable {
  /// An update is lost and the next one is made to follow what the viewer has, hash and all.
  case hiddenGap
  /// An update is lost, and all that follows is made to say that nothing happened.
  case hiddenLoss
  /// The release of a pan is taken for something that moves nothing, and answered.
  case lostRelease
  /// The last move of a pan is taken for a new one once more, behind its release.
  case lateMove
  /// The moves of a pan arrive once more behind its release: the daemon's to notice.
  case repeatedMoves
  /// An operation arrives under a second client id too, and its first answer is lost.
  case performedTwice
  /// An update comes with one number changed and the hash that goes with it.
  case forgedField
  /// An update comes with one number changed, under its old hash: the protocol's to notice.
  case changedField
  /// An update is lost and the next one is made to follow what the viewer has, under its old hash:
  /// the protocol's to notice.
  case hiddenGapUnderOldHash
  /// Answers are let go before the commit of what they speak of, which a crash prevents.
  case earlyReplies
  /// Answers are left out of what is written.
  case droppedReplies
  /// A change of a session's place is left out of what is written.
  case droppedChange
  /// The snapshot of a session's place is left out of what is written.
  case lostSnapshot
  /// A daemon begins with the epoch of the one before.
  case keptEpoch
}
