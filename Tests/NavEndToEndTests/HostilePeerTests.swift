import Foundation
import NavProcessKit
import NavTestKit
import Testing

/// A hostile peer harms nobody but itself: the daemon stays, and so does everybody else.
///
/// Serial, because the tests measure memory and hold many descriptors.
@Suite(.serialized, .waiting) struct HostilePeerTests {
  private let sandbox: Sandbox
  private let deck = Deck.short

  init() throws { sandbox = try Sandbox() }

  private var input: String { "\(sandbox.socketDirectory)/input" }
  private var layout: String { "\(sandbox.socketDirectory)/layout" }

  /// A viewer at page 1, attached before the attack.
  private func viewer() throws -> TerminalSession {
    try sandbox.viewer("honest", opening: deck)
  }

  // MARK: Descriptors

  /// Lets this process open as many files as it may.
  private func raiseLimit() throws -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    getrlimit(resource, &limit)
    limit.rlim_cur = limit.rlim_max
    try #require(setrlimit(resource, &limit) == 0)
    return Int(clamping: limit.rlim_cur)
  }

  @Test(
    "of one address that connects without a word a bounded number is accepted, and others get in meanwhile"
  )
  func halfOpen() throws {
    let port = try FreePorts.pair()
    let address = "tcp://127.0.0.1:\(port)"
    let daemon = try Daemon(
      in: sandbox,
      files: 256,
      arguments: ["--listen", address, "--insecure"]
    )
    let viewer = try viewer()
    let start = ContinuousClock.now
    var peers: [RawPeer] = []
    for _ in 0..<60 { peers.append(try RawPeer(.port(port), from: 2)) }
    // Those that were refused have ended before any that is accepted has used its 10 s.
    try eventually("the other ones were closed") { peers.count { $0.isOver() } >= 31 }
    if ContinuousClock.now - start < .seconds(8) {
      #expect(peers.count { $0.isOver() } == 31)
    }
    let list = try sandbox.client("ls", "-q", "--server", address)
    #expect(list.code == 0 && list.output == "talk\n", "\(list)")
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    try daemon.wait(forLog: "closed at once: more than 29 came from one address in 10 s")
    // Half-open connections end, and the address gets in again.
    try eventually("all have ended") { peers.allSatisfy { $0.isOver() } }
    try eventually("the address is accepted again") {
      try RawPeer(.port(port), from: 2).greet(as: "DEALER")
    }
    #expect(daemon.isRunning)
  }

  @Test(
    "at any limit of files navd outlives more connections than that",
    arguments: [64, 256, 4_096]
  )
  func connectionsAboveTheLimit(files: Int) throws {
    let count = files + 500
    try #require(try raiseLimit() > count + 200)
    let daemon = try Daemon(in: sandbox, files: files)
    let viewer = try viewer()
    do {
      let peers = try (0..<count).map { try RawPeer(.path($0 % 2 == 0 ? input : layout)) }
      try withExtendedLifetime(peers) {
        try viewer.type("Right")
        try viewer.wait(forPage: 2, of: deck)
        #expect(daemon.isRunning)
        try daemon.wait(forLog: "closed at once")
      }
    }
    // Not a line for each of them.
    #expect(daemon.log.components(separatedBy: "closed at once").count < 10)
    var outcome: Outcome?
    try eventually(
      "commands work again",
      found: { "\(String(describing: outcome)) \(daemon.report)" }
    ) {
      outcome = try sandbox.client("ls")
      return outcome?.code == 0
    }
    #expect(daemon.isRunning)
  }

  @Test("inherited descriptors take no connection's number")
  func inheritedFiles() throws {
    let opened = (10..<40).map { "exec \($0)</dev/null; " }.joined()
    let started = "exec prlimit --nofile=64 \(Programs.daemon)"
    let daemon = try sandbox.start("/bin/bash", ["-c", opened + started])
    try eventually("navd listens", found: { daemon.errorText }) {
      daemon.errorText.contains("navd listens")
    }
    let viewer = try viewer()
    try viewer.wait(forPage: 1, of: deck)
    try sandbox.succeed("ls")
    daemon.send(SIGTERM)
    #expect(try daemon.waitForExit("navd") == 0)
  }

  @Test("too few files are an error that says what to do")
  func tooFewFiles() throws {
    let outcome = try sandbox.run("/usr/bin/prlimit", ["--nofile=40", Programs.daemon])
    #expect(outcome.code == 69 && outcome.errors.contains("`ulimit -n 1024`"), "\(outcome)")
  }

  /// With a sanitizer not so many that the first ones time out before the last ones are there.
  @Test(
    "peers of TCP leave room for local clients",
    arguments: isSanitized ? [64] : [64, 256]
  )
  func remotePeersLeaveRoom(files: Int) throws {
    let port = try FreePorts.pair()
    let address = "tcp://127.0.0.1:\(port)"
    let daemon = try Daemon(
      in: sandbox,
      files: files,
      arguments: ["--listen", address, "--insecure"]
    )
    func peer(_ number: Int) throws -> RawPeer {
      // From many addresses: one gets a quarter of the room.
      let peer = try RawPeer(.port(port + UInt16(number % 2)), from: UInt8(2 + number % 200))
      // They complete the handshake, so that they may stay.
      try peer.greet(as: number % 2 == 0 ? "DEALER" : "SUB")
      return peer
    }
    var peers = try (0..<files).map(peer)
    try eventually("the last ones are refused", found: { daemon.log }) {
      peers.count { peer in
        _ = peer.read()
        return peer.isClosed
      } > 0
    }
    try sandbox.succeed("ls")
    // A remote command is told why it fails. The peers answer no heartbeat, so those that are gone come again.
    var refused = try sandbox.client("ls", "--server", address)
    try eventually("a remote command is refused", found: { "\(refused)" }) {
      if refused.code == 69 { return true }
      for index in peers.indices {
        _ = peers[index].read()
        if peers[index].isClosed { peers[index] = try peer(index) }
      }
      refused = try sandbox.client("ls", "--server", address)
      return refused.code == 69
    }
    #expect(refused.errors.contains("it has too many"), "\(refused)")
    #expect(daemon.isRunning)
  }

  // MARK: Subscriptions

  @Test("random topics cost no memory", arguments: [20, 100])
  func randomTopics(bytes: Int) throws {
    let daemon = try Daemon(in: sandbox)
    let viewer = try viewer()
    let before = try ProcessMemory.resident(of: daemon.id)
    var (peak, sent) = (before, 0)
    let end = ContinuousClock.now + .seconds(6)
    var peers: [RawPeer] = []
    var generator = SplitMix64(seed: 1)
    while ContinuousClock.now < end || (sent <= 5_000 && ContinuousClock.now < end + deadline) {
      for index in 0..<2 {
        if peers.count < 2 || peers[index].isClosed {
          let peer = try RawPeer(.path(layout))
          try peer.greet(as: "SUB")
          if peers.count < 2 { peers.append(peer) } else { peers[index] = peer }
          continue
        }
        let topics = (0..<100).flatMap { _ in RawPeer.frame([1] + generator.bytes(bytes)) }
        if peers[index].send(topics, within: .milliseconds(20)) { sent += 100 }
      }
      peak = max(peak, try ProcessMemory.resident(of: daemon.id))
    }
    #expect(sent > 5_000)
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    peers = []
    // The address sanitizer keeps memory that was given back.
    if isSanitized { return }
    #expect(peak < 200 << 20, "\(peak >> 20) MiB, \(before >> 20) before")
    try eventually(
      "memory is returned",
      found: { "\((try? ProcessMemory.resident(of: daemon.id)) ?? 0)" }
    ) {
      try ProcessMemory.resident(of: daemon.id) < before + 32 << 20
    }
  }

  @Test("ZMTP 2, whose connections libzmq can't tell apart, is refused")
  func oldVersions() throws {
    let daemon = try Daemon(in: sandbox)
    for path in [input, layout] {
      let peer = try RawPeer(.path(path))
      peer.greetInOldVersion()
      try eventually("it is closed") {
        _ = peer.read()
        return peer.isClosed
      }
    }
    try sandbox.succeed("ls")
    #expect(daemon.isRunning)
  }

  @Test("peers that say nothing are shut after the 3 s of a handshake")
  func silentPeers() throws {
    let daemon = try Daemon(in: sandbox)
    let peers = try [input, layout].map { try RawPeer(.path($0)) }
    try eventually("they are closed", within: .seconds(20)) {
      peers.allSatisfy { peer in
        _ = peer.read()
        return peer.isClosed
      }
    }
    #expect(daemon.isRunning)
  }

  // MARK: Requests

  @Test("empty frames get no answer and no line in the log")
  func emptyFrames() throws {
    let daemon = try Daemon(in: sandbox)
    let lines = daemon.log
    let peer = try RawPeer(.path(input))
    try peer.greet(as: "DEALER")
    let empty = RawPeer.frame([])
    let more = RawPeer.frame([], hasMore: true)
    for message in [empty, more + empty, more + more + empty] {
      for _ in 0..<100 { peer.send(message) }
    }
    // Request { request_id: 7, list_sessions: {} } behind them is answered.
    peer.send(more + RawPeer.frame([0x08, 0x07, 0x82, 0x01, 0x00]))
    var received: [UInt8] = []
    let reply: [UInt8] = [0x08, 0x07]
    try eventually("the last one is answered") {
      received += peer.read()
      return received.indices.dropLast().contains { Array(received[$0...($0 + 1)]) == reply }
    }
    // The greeting, READY, and one message; another one would be an error of 40 bytes and more.
    #expect(received.count < 200, "\(received.count) bytes")
    #expect(daemon.log == lines)
  }

  @Test("without authentication nobody becomes the owner of a key by saying so")
  func chosenName() throws {
    let port = try FreePorts.pair()
    let daemon = try Daemon(
      in: sandbox,
      arguments: ["--listen", "tcp://127.0.0.1:\(port)", "--insecure"]
    )
    // As the owner of a key without rights it would be refused.
    let key = String(repeating: "A", count: 43)
    for address in [RawPeer.Address.port(port), .path(input)] {
      let peer = try RawPeer(address)
      try peer.greet(as: "DEALER", user: key)
      // Request { request_id: 7, list_sessions: {} }
      peer.send(RawPeer.frame([], hasMore: true) + RawPeer.frame([0x08, 0x07, 0x82, 0x01, 0x00]))
      var received: [UInt8] = []
      let reply: [UInt8] = [0x08, 0x07]
      try eventually("it is answered") {
        received += peer.read()
        return received.indices.dropLast().contains { Array(received[$0...($0 + 1)]) == reply }
      }
      #expect(!String(decoding: received, as: UTF8.self).contains("authorized_keys"))
    }
    #expect(!daemon.log.contains(key), "\(daemon.log)")
    #expect(daemon.isRunning)
  }

  @Test(
    "of 6,000 requests at once each is answered, or counted because its sender has not read the answer"
  )
  func burst() throws {
    let daemon = try Daemon(in: sandbox)
    let viewer = try viewer()
    let outcome = try Python(in: sandbox).run(["\(Python.folder)/burst.py", input, "6000"])
    #expect(outcome.code == 0, "\(outcome)")
    let counts = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(counts.count == 2 && counts.reduce(0, +) == 6_000, "\(outcome)")
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    #expect(daemon.isRunning)
  }

  @Test("a flood whose sender is gone before it is read does not end navd")
  func abandonedFlood() throws {
    let daemon = try Daemon(in: sandbox)
    let viewer = try viewer()
    // Request { request_id: 1, take_snapshot: { session: { name: "talk" }, viewport: 1000x500 } }, with heartbeats.
    let name = Array("talk".utf8)
    let session: [UInt8] = [0x0A, 6, 0x12, 4] + name
    let viewport: [UInt8] = [0x12, 6, 0x08, 0xE8, 0x07, 0x10, 0xF4, 0x03]
    let snapshot: [UInt8] = [0x08, 1, 0x8A, 0x01, 16] + session + viewport
    let request = RawPeer.frame([], hasMore: true) + RawPeer.frame(snapshot) + RawPeer.ping
    let flood = (0..<2_000).flatMap { _ in request }
    for _ in 0..<10 {
      let peer = try RawPeer(.path(input))
      try peer.greet(as: "DEALER")
      peer.send(flood)
    }
    try viewer.type("Right")
    try viewer.wait(forPage: 2, of: deck)
    try eventually("commands are answered") { try sandbox.client("ls").code == 0 }
    #expect(daemon.isRunning)
  }
}
