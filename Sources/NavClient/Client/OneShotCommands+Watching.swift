import Glibc
import NavBase
import NavSystem
package import NavViewer
import NavWire

/// Watching a session without a screen, and without being one of its viewers.
extension OneShotCommands {
  /// The longest time for which a change that no version counts, such as one of the content, stays unnoticed.
  private static let longestWait = Duration.seconds(1)
  /// The same for the end of a motion.
  private static let motionWait = Duration.milliseconds(50)
  /// The shortest time from one look to the next, less than that between two repeats of a key.
  private static let shortestWait = Duration.milliseconds(20)
  /// The pause after a wait that the daemon has refused or not answered.
  private static let pause = useconds_t(1_000_000)
  /// The most attempts to get a screen and a status of one version.
  private static let attempts = 5

  /// Reports the present state of a session, or that of an earlier version, and then each event until it ends.
  ///
  /// A daemon that is away is waited for.
  ///
  /// - Parameters:
  ///   - name: the session; nil for the only one.
  ///   - version: the version; nil for the present state.
  ///   - report: receives an event, and the state behind it.
  /// - Throws: `.noInput` if there is no such session; `.usage` if the daemon has no state of the version; `.success` once
  ///   it has ended.
  package mutating func watch(
    _ name: String?,
    since version: UInt64? = nil,
    _ report: (WatchedEvent, WatchedState) -> Void
  ) throws(ClientExit) {
    let info = try status(of: name).session
    // By id, so that a rename does not matter.
    let session = SessionReference.id(info.id)
    var watch = SessionWatch()
    var last: WatchedState?
    // The next past version, and the newest one that is known.
    var (missed, newest) = (version, info.version)
    while true {
      do throws(ClientExit) {
        if let version = missed {
          let state = try look(at: session, of: version)
          for event in watch.receive(state) { report(event, state) }
          last = state
          if version >= newest { newest = try status(of: session).session.version }
          missed = version < newest ? version + 1 : nil
          continue
        }
        let state = try look(at: session, after: last, isMoving: watch.isMoving)
        for event in watch.receive(state) { report(event, state) }
        last = state
        try awaitChange(
          of: session,
          after: state.session.version,
          atMost: watch.isMoving ? Self.motionWait : Self.longestWait,
          atLeast: Self.shortestWait
        )
      } catch {
        if error.code == .noInput { throw .ended(last?.session.name ?? info.name) }
        // At the limit of open waits, the daemon refuses at once; the requester has said where it does not answer.
        guard error.code == .timeout else { throw error }
        usleep(Self.pause)
      }
    }
  }

  /// Returns the state that a session had at a version.
  private mutating func look(
    at session: SessionReference,
    of version: UInt64
  ) throws(ClientExit) -> WatchedState {
    guard case .status(let status) = try requester.ask(.getStatus(session, version: version)),
      let scene = status.scene
    else { throw .unexpected("a past status") }
    return WatchedState(status, isSettled: true, scene.watchedFront)
  }

  /// Returns the state of a session; while something moves, with the page of the state before if the version is the same.
  private mutating func look(
    at session: SessionReference,
    after last: WatchedState?,
    isMoving: Bool
  ) throws(ClientExit) -> WatchedState {
    var status = try status(of: session)
    var isSettled = status.isSettled
    if isSettled, isMoving || last?.session.version != status.session.version {
      let settled = Request.Wait.Condition.settled(version: status.session.version)
      isSettled = (try? holds(settled, in: session, within: .zero)) ?? true
    }
    if let last, !isSettled, last.session.version == status.session.version {
      return WatchedState(status, isSettled: false, last.front)
    }
    var capture = try snapshot(of: session, size: .standardTerminal)
    var attempt = 1
    while capture.version != status.session.version, attempt < Self.attempts {
      status = try self.status(of: session)
      if capture.version != status.session.version {
        capture = try snapshot(of: session, size: .standardTerminal)
      }
      (isSettled, attempt) = (false, attempt + 1)
    }
    return WatchedState(status, isSettled: isSettled, capture.scene.watchedFront)
  }
}
