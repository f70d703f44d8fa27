import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Messages are decoded as they were encoded")
struct RoundTripTests {
  @Test("requests")
  func requests() throws {
    try forSeeds(0..<1_500) { generator in
      let request = generator.request()
      try demand(Request(decoding: request.encoded()) == request, "\(request)")
    }
  }

  @Test("replies")
  func replies() throws {
    try forSeeds(0..<1_000) { generator in
      let reply = generator.reply()
      try demand(Reply(decoding: reply.encoded()) == reply, "\(reply)")
    }
  }

  @Test("snapshots, updates, beats, byes")
  func layoutMessages() throws {
    try forSeeds(0..<1_500) { generator in
      let message = generator.layoutMessage()
      try demand(LayoutMessage(decoding: message.encoded()) == message, "\(message)")
    }
  }

  @Test("lengths of one to three bytes", arguments: [1, 20, 200, 3_000])
  func longMessages(rows: Int) throws {
    var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
    let id = ContainerID(rawValue: 16)
    scene.insert(Container(id: id, kind: .page, frame: CellRect(x: 0, y: 0, width: 80, height: 22)))
    let row = TextRow(String(repeating: "x", count: 72))
    scene[id]?.rows.set(Array(repeating: row, count: rows), at: 0)
    var publisher = Publisher(epoch: 1, seq: 1, version: 1, scene: scene)
    let message = LayoutMessage.snapshot(publisher.snapshot(now: .zero))
    #expect(try LayoutMessage(decoding: message.encoded()) == message)
  }

  @Test("a decoded scene has the same hash")
  func hashes() throws {
    try forSeeds(0..<500) { generator in
      let scene = generator.scene()
      let reply = Reply(
        id: 1,
        client: nil,
        seq: 0,
        body: .snapshot(session: "x", version: 1, scene)
      )
      guard case .snapshot(_, _, let arrived, _) = try Reply(decoding: reply.encoded()).body else {
        try demand(false, "another body")
        return
      }
      try demand(HashedScene(arrived) == HashedScene(scene))
    }
  }

  @Test(
    "versions of the protocol: the smaller minor of the same major",
    arguments: [
      (ours: (1, 0), theirs: (1, 0), common: (1, 0)), ((1, 3), (1, 5), (1, 3)),
      ((1, 5), (1, 3), (1, 3)), ((1, 0), (2, 0), nil), ((2, 9), (1, 9), nil),
    ] as [(ours: (UInt32, UInt32), theirs: (UInt32, UInt32), common: (UInt32, UInt32)?)]
  )
  func versions(
    _ example: (ours: (UInt32, UInt32), theirs: (UInt32, UInt32), common: (UInt32, UInt32)?)
  ) {
    let ours = ProtocolVersion(major: example.ours.0, minor: example.ours.1)
    let theirs = ProtocolVersion(major: example.theirs.0, minor: example.theirs.1)
    let common = example.common.map { ProtocolVersion(major: $0.0, minor: $0.1) }
    #expect(ours.common(with: theirs) == common)
  }

  @Test(
    "the addresses of the sockets",
    arguments: [
      ("/run/user/7", "/run/user/7/navd"), ("/run/user/7//", "/run/user/7/navd"),
      ("relative", "/tmp/navd-7"), ("", "/tmp/navd-7"), (nil, "/tmp/navd-7"),
    ] as [(String?, String)]
  )
  func endpoints(runtime: String?, directory: String) {
    let endpoints = Endpoints(runtimeDirectory: runtime, user: 7)
    #expect(endpoints.directory == directory)
    #expect(endpoints.inputPath == directory + "/input")
    #expect(endpoints.layoutPath == directory + "/layout")
  }
}
