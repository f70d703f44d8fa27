import NavBase
import NavEngine
import NavScene

/// The place in the journal that a rewound private view shows (proto/README.md: Rewind).
struct PastPlace: Sendable {
  /// The number of the first entry of the journal that has not happened at it.
  let entry: UInt64
  /// How many seconds ago the session left it, at least 1; 0 once the viewer has moved its view from there.
  var seconds: Int
}

/// A viewer steps back through what its session has shown, in its own view, while the session goes on.
extension DaemonCore {
  /// Sets a private view a step back or forward in the journal of its session.
  ///
  /// - Returns: the steps that lead there, to be carried out in the view.
  mutating func rewind(
    _ view: UInt64,
    forward: Bool,
    at now: Duration
  ) -> Result<[RecordedStep], Rejection> {
    guard let session = sessions.session(ofPrivateView: view) else {
      return .failure(Rejection("only a viewer's own view goes back: b looks around on your own"))
    }
    guard let journal = sessions.read(session, { $0.journal }) ?? nil,
      let past = sessions.read(view, { $0.past })
    else { return .failure(Rejection("the session has ended")) }
    let place = past?.entry ?? journal.next
    let found = forward ? journal.place(behind: place) : journal.place(before: place)
    guard let found else {
      return .failure(
        Rejection(forward ? "this is now: b returns to the others" : "nothing was shown before")
      )
    }
    let left = journal.time(of: found).map { max(1, (now - $0).components.seconds) }
    sessions.update(view) { view in
      view.past = left.map { PastPlace(entry: found, seconds: Int($0)) }
    }
    return .success(journal.steps(to: found))
  }
}
