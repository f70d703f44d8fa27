package import NavBase

/// A board of a scene file, with positions for faults that are found after parsing.
package struct SceneBoard: Sendable {
  package let content: Result<BoardContent, BoardError>
  /// The position of the board.
  let origin: SceneOrigin
  /// The positions of its constraints.
  let constraintOrigins: [SceneOrigin]

  /// Why it can't be laid out, with its position; nil if it can.
  var error: ContentError? {
    switch content {
    case .success: nil
    case .failure(let error): origin.error("\(error)")
    }
  }

  /// A fault for each constraint that is dropped because of a conflict, or the reason why the board can't be laid out.
  var conflicts: [SceneFault] {
    switch content {
    case .success(let board):
      board.faults().map { fault in
        constraintOrigins[fault.constraint].fault(
          fault.text + ": take one of them away, or give it a priority"
        )
      }
    case .failure(let error): [origin.fault("\(error)")]
    }
  }
}
