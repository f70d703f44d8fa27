import Foundation
import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

/// Our codec beside that of another implementation: Python, with the code that `protoc` makes of `proto`.
@Suite("Another implementation of the protocol")
struct PeerTests {
  /// The values of each kind of message that the other side reads.
  ///
  /// Fewer than 200 values leave fields of some messages unset.
  private static let quota = max(200, wanted(0..<1_000).count)

  /// A message on its way: its name in `proto`, its bytes, and how bytes become a value and bytes again.
  private struct Sample {
    var name: String
    var bytes: [UInt8]
    var again: ([UInt8]) throws -> [UInt8]

    init<Message: WireMessage>(_ name: String, _ message: Message) {
      self.name = name
      bytes = message.encoded()
      again = { try Message(decoding: $0).encoded() }
    }
  }

  @Test(
    "messages of every kind go there and come back, also in encodings that only a foreign client makes"
  )
  func thereAndBack() throws {
    let samples = Self.samples()
    let answers = try PeerProcess("read").answers(
      to: samples.map { "\($0.name) \(hex($0.bytes))" }
    )
    try #require(answers.count == samples.count + 1)
    for (sample, answer) in zip(samples, answers) {
      let encodings = answer.split(separator: " ").map { bytes(String($0)) }
      try #require(encodings.count == 2 || sample.bytes.isEmpty, "\(sample.name): \(answer)")
      for bytes in encodings {
        try demand(sample.again(bytes) == sample.bytes, "\(sample.name) \(hex(bytes))")
      }
    }
    let kinds = try JSONDecoder().decode(
      [String: Kind].self,
      from: Data(answers[answers.count - 1].utf8)
    )
    #expect(kinds.count == 111)
    // Rows are sent packed.
    for (name, kind) in kinds where name != "Row" {
      #expect(kind.count >= Self.quota, "\(name): \(kind.count) values")
      #expect(kind.unset == [], "fields of \(name) that no value has")
    }
  }

  /// A reader brings values within limits and drops what a kind of command does not use, so that a value may change when it
  /// is read first, and never again.
  @Test(
    "a value that another implementation makes is refused, or is the same on both sides from then on"
  )
  func madeThere() throws {
    let samples = Self.samples()
    let made = try PeerProcess("make").answers(to: samples.map { "\($0.name) \(hex($0.bytes))" })
    try #require(made.count == samples.count)
    var (accepted, unchanged) = ([Sample](), 0)
    for (sample, digits) in zip(samples, made) {
      do {
        var sample = sample
        sample.bytes = try sample.again(bytes(digits))
        if hex(sample.bytes) == digits { unchanged += 1 }
        accepted.append(sample)
      } catch is WireError {}
    }
    let answers = try PeerProcess("read").answers(
      to: accepted.map { "\($0.name) \(hex($0.bytes))" }
    )
    for (sample, answer) in zip(accepted, answers) {
      for encoding in answer.split(separator: " ") {
        let again = try sample.again(bytes(String(encoding)))
        try demand(again == sample.bytes, "\(sample.name) \(encoding)")
      }
    }
    #expect(accepted.count > samples.count / 2, "\(accepted.count) of \(samples.count) accepted")
    #expect(unchanged > samples.count / 2, "\(unchanged) of \(samples.count) as they came")
  }

  /// The values of one kind of message that the other side has read.
  private struct Kind: Decodable {
    var count: Int
    /// The fields of the schema that no value had.
    var unset: [String]
  }

  /// Values of all kinds: as many of each kind of request, reply, layout message and stored state.
  private static func samples() -> [Sample] {
    var generator = SplitMix64(seed: 1)
    var (samples, counts) = ([Sample](), [String: Int]())
    // Returns whether more of this kind are wanted.
    func take(_ kind: String) -> Bool {
      counts[kind, default: 0] += 1
      return counts[kind, default: 0] <= quota
    }
    for _ in 0..<quota * 90 {
      let request = generator.request()
      if take("\(request.body.kind) \(variety(of: request))") {
        samples.append(Sample("Request", request))
      }
    }
    for _ in 0..<quota * 48 {
      let reply = generator.reply()
      if take(String(describing: reply.body).prefix { $0 != "(" }.description) {
        samples.append(Sample("Reply", reply))
      }
    }
    for _ in 0..<quota * 9 {
      samples.append(Sample("LayoutMessage", generator.layoutMessage()))
    }
    for _ in 0..<quota {
      samples.append(Sample("LayoutMessage", generator.removal()))
      samples.append(Sample("Content", generator.tabs()))
      samples.append(Sample("Content", generator.bundle()))
      samples.append(Sample("PageText", generator.pageText()))
      samples.append(Sample("Place", generator.place()))
      let place = generator.place()
      samples.append(Sample("Place", place))
      samples.append(Sample("PlaceChange", place.change(to: generator.place(near: place))))
      samples.append(Sample("ControlPlace", generator.controlState()))
      samples.append(Sample("TalkPlace", generator.talkState()))
      samples.append(Sample("InvitationPlace", generator.storedInvitation()))
      samples.append(Sample("RecordingHeader", generator.recordingHeader()))
    }
    return samples
  }

  /// The variant of a request within its kind.
  private static func variety(of request: Request) -> String {
    switch request.body {
    case .input(let input): String(describing: input.action).prefix { $0 != "(" }.description
    case .newSession(_, let content): String(describing: content).prefix { $0 != "(" }.description
    case .bundle(let bundle): String(describing: bundle).prefix { $0 != "(" }.description
    default: ""
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).map { index in
      value(digits[index]) << 4 | value(digits[index + 1])
    }
  }

  private func value(_ digit: UInt8) -> UInt8 { digit < 0x60 ? digit - 0x30 : digit - 0x57 }
}

/// The program `Peer/peer.py` with the messages of `proto`.
private struct PeerProcess {
  private let task: String
  private let repository = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  /// A process for one task of the program, such as `read`.
  init(_ task: String) { self.task = task }

  func answers(to lines: [String]) throws -> [String] {
    let folder = try makeTemporaryDirectory("peer")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let schemas = ["input", "layout", "scene", "state"].map {
      repository.appendingPathComponent("proto/navd/v1/\($0).proto").path
    }
    let proto = repository.appendingPathComponent("proto").path
    try run(in: folder, "/usr/bin/protoc", ["-I", proto, "--python_out=\(folder)"] + schemas)
    let (input, output) = ("\(folder)/input", "\(folder)/output")
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: input,
      atomically: true,
      encoding: .utf8
    )
    let program = repository.appendingPathComponent("Tests/NavWireTests/Peer/peer.py").path
    try run(
      in: folder,
      "/bin/sh",
      ["-c", "exec /usr/bin/python3 \(program) \(task) <\(input) >\(output)"]
    )
    return try String(contentsOfFile: output, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func run(in folder: String, _ program: String, _ arguments: [String]) throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: program),
      "\(program) is missing: apt-get install protobuf-compiler python3-protobuf"
    )
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ["PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) \(arguments)")
  }
}

extension SplitMix64 {
  /// An update that removes rows.
  fileprivate mutating func removal() -> LayoutMessage {
    let first = int(in: 0...9_000)
    let change = SceneChange.removeRows(
      ContainerID(rawValue: UInt32(int(in: 1...1 << 30))),
      first..<first + int(in: 0...900)
    )
    let base = Update.Base(seq: next(), frame: int(in: 0...180))
    return .update(
      Update(
        epoch: next(),
        base: base,
        seq: next(),
        version: next(),
        hash: next(),
        timeline: Timeline(last: 9, changes: [FramedChange(frame: int(in: 0...9), change: change)])
      )
    )
  }

  fileprivate mutating func tabs() -> ContentSpec {
    let command = CommandLine(.shell, [text().filter { $0 != "\0" }], in: "/tmp")
    let text = GivenText(name: text(), bytes: bytes(9), form: pick(GivenText.Form.allCases))
    return .tabs([.command(command), .text(text), .tree(path: "/x", order: treeOrder())])
  }

  fileprivate mutating func bundle() -> ContentSpec {
    guard let content = try? BundleContent(id: contentHash(), .tree(path: "a")) else {
      preconditionFailure("cannot make the content of a bundle")
    }
    return .bundle(content)
  }

  fileprivate mutating func participant() -> Participant {
    let name = ViewerName(text()) ?? ViewerName(known: "x")
    guard oneIn(2) else {
      let person = Participant.Person(wanted: name, key: oneIn(2) ? PeerKey(bytes(32)) : nil)
      return Participant(.viewer(clientID()), name: name, person: oneIn(2) ? person : nil)
    }
    return Participant(.scripts(address: oneIn(2) ? "10.0.0.7" : nil), name: name)
  }

  fileprivate mutating func controlState() -> ControlState {
    ControlState(
      policy: pick(ControlPolicy.allCases),
      driver: oneIn(2) ? participant() : nil,
      requests: (0..<int(in: 0...3)).map { _ in participant() }
    )
  }

  fileprivate mutating func talkState() -> TalkState {
    var number = 0
    let questions = (0..<int(in: 0...4)).map { _ in
      number += int(in: 1...1_000)
      let name = ViewerName(text()) ?? ViewerName(known: "x")
      return TalkQuestion(number: number, name: name, text: text())
    }
    return TalkState(
      timer: TalkState.Timer(
        isRunning: oneIn(2),
        elapsed: .milliseconds(int(in: 0...1 << 40)),
        unixTime: Int64(int(in: -1_000...1 << 40))
      ),
      questions: questions,
      lastNumber: number + int(in: 0...9),
      leftAt: Int64(int(in: -1_000...1 << 40))
    )
  }

  fileprivate mutating func storedInvitation() -> StoredInvitation {
    var invitation = Invitation(
      id: next(),
      session: next(),
      tokenHash: bytes(Invitation.hashBytes),
      Invitation.Terms(
        role: pick([.viewer, .driver, .presenter]),
        expires: Int64(bitPattern: next()),
        uses: int(in: 3...1_000),
        name: ViewerName(text())
      )
    )
    for _ in 0..<int(in: 0...3) {
      _ = PeerKey(bytes(PeerKey.byteCount)).map { invitation.admit($0) }
    }
    if oneIn(2) { invitation.revoke() }
    return StoredInvitation(invitation)
  }
}
