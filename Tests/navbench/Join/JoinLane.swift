import NavGeometry
import NavModel
import NavSystem
import NavWire

/// A kind of joiner, which joins again and again.
struct JoinLane {
  let name: String
  /// Lets the viewer of a round join.
  private let viewer: (Int) throws -> HeadlessViewer
  /// Ends a round, outside the time.
  private let finish: (HeadlessViewer) throws -> Void

  /// The outcome of one join.
  struct Outcome {
    /// From sending the attach until the scene was written.
    let time: Duration
    /// The bytes received until then.
    let bytes: Int
  }

  /// Lets a viewer join, writes its first scene, and lets it leave.
  func join(_ round: Int, writingTo terminal: PaintedPipe) throws -> Outcome {
    let viewer = try viewer(round)
    guard let scene = try viewer.scene else {
      throw BenchError("a viewer has joined without a scene")
    }
    try terminal.write(scene)
    let time = monotonicNow() - viewer.attachedAt
    try terminal.drain()
    // The envelope's empty frame and the reply.
    let messages = [[[], viewer.attachReply]] + viewer.joinMessages
    try finish(viewer)
    return Outcome(time: time, bytes: messages.reduce(0) { $0 + WireBytes.count($1) })
  }

  /// Joins the stream of a viewer that stays.
  static func followed(
    by daemon: Navd,
    showing content: ContentSpec,
    viewport: CellSize
  ) throws -> JoinLane {
    let session = "followed"
    let resident = try HeadlessViewer(
      of: daemon,
      session: session,
      showing: content,
      viewport: viewport
    )
    return JoinLane(name: "joins another viewer") { _ in
      try resident.stayAlive()
      return try HeadlessViewer(
        of: daemon,
        session: session,
        showing: content,
        viewport: viewport
      )
    } finish: { viewer in
      try viewer.leave()
      // The changes of the number of viewers.
      _ = try resident.updates(until: .zero)
    }
  }

  /// Joins a session of its own, as its first viewer.
  static func alone(
    with daemon: Navd,
    showing content: ContentSpec,
    viewport: CellSize
  ) throws -> JoinLane {
    let owner = try Participant(of: daemon)
    return JoinLane(name: "first viewer") { round in
      let session = "alone-\(round)"
      _ = try owner.ask(.newSession(name: session, content))
      return try HeadlessViewer(
        of: daemon,
        session: session,
        showing: content,
        viewport: viewport
      )
    } finish: { viewer in
      _ = try owner.ask(.killSession(.id(viewer.attached.session)))
    }
  }
}
