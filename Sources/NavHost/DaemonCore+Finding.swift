package import NavModel
import NavScene
import NavSession
import NavWire

/// Finding: workers search directories, books and documents, and clients poll for the matches so far.
extension DaemonCore {
  mutating func find(_ words: String, in id: UInt64, _ pending: PendingRequest) {
    guard let hosted = sessions[id] else { return }
    let scope: FindScope
    do {
      scope = try hosted.model.findScope()
    } catch {
      return answer(pending, .failure(Reply.Failure(.rejected, error.description)))
    }
    guard finds.count < DaemonLimits.finds else {
      let text = "\(DaemonLimits.finds) clients look for something, the limit: try again"
      return answer(pending, .failure(Reply.Failure(.retry, text)))
    }
    let query = FindQuery(
      ticket: newID(),
      session: id,
      client: pending.request.client,
      scope: scope,
      words: words
    )
    finds[query.ticket] = pending
    actions.append(.find(query))
  }

  /// Handles the result of a `find` action: what was found so far.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: what was found, or why the search failed.
  package mutating func found(ticket: UInt64, _ result: Result<FoundPlaces, ContentFailure>) {
    guard let pending = finds.removeValue(forKey: ticket) else { return }
    switch result {
    case .success(let found): answer(pending, .found(found))
    case .failure(let failure):
      answer(pending, .failure(Reply.Failure(.retry, failure.description)))
    }
  }
}
