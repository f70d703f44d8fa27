import NavScene
import NavTestKit
import NavWire

extension FuzzBody {
  /// Returns initial inputs: real messages, and scripts that contain them.
  ///
  /// They are made from the present encodings; the corpus keeps earlier ones and libFuzzer's variants.
  ///
  /// - Parameter count: the number of inputs of each kind.
  /// - Returns: the same inputs on every machine.
  /// - Throws: when an input can't be made.
  package func seeds(_ count: Int) throws -> [[UInt8]] {
    var generator = SplitMix64(seed: 3)
    switch self {
    case .wire:
      let messages =
        Self.requests(count, &generator) + Self.published(count, &generator)
        + (try FuzzedDaemon.replies(to: Self.requests(4 * count, &generator)))
      return Self.scripts(count, &generator) + messages.map { [0] + $0 }
    case .requests:
      let carried = Self.requests(count, &generator)
      return Self.scripts(count, &generator)
        + carried.map { [0] + Self.step(UInt8(generator.int(in: 0...1)), carrying: $0) }
    case .replica:
      let carried = Self.published(count, &generator)
      return Self.scripts(count, &generator)
        + carried.map { [9] + Self.step(UInt8(generator.int(in: 2...3)), carrying: $0) }
    case .store: return Self.scripts(2 * count, &generator) + (try StoreFiles.samples())
    case .printed:
      return Self.scripts(count, &generator)
        + (0..<count).map { _ in PrintedLaw.sample(&generator) }
    case .outline: return Self.scripts(2 * count, &generator) + OutlineLaw.samples
    case .invitation:
      return Self.scripts(count, &generator)
        + (0..<count).map { _ in InvitationLaw.sample(&generator) }
    case .authentication:
      return Self.scripts(count, &generator)
        + (0..<count).map { _ in AuthenticationLaw.sample(&generator) }
    case .bundle:
      return Self.scripts(count, &generator)
        + (0..<count).map { _ in BundleLaw.sample(&generator) }
    }
  }

  /// Scripts of random steps.
  private static func scripts(_ count: Int, _ generator: inout SplitMix64) -> [[UInt8]] {
    (0..<count).map { _ in generator.bytes(generator.int(in: 10...160)) }
  }

  /// One step of a script that contains a message; a request is sent as the first viewer's.
  private static func step(_ kind: UInt8, carrying message: [UInt8]) -> [UInt8] {
    let viewer: [UInt8] = kind == 1 ? [0] : []
    return [kind] + viewer + [UInt8(message.count >> 8), UInt8(message.count & 255)] + message
  }

  private static func requests(_ count: Int, _ generator: inout SplitMix64) -> [[UInt8]] {
    var viewer = FuzzedViewer(seed: 1)
    return (0..<count).map { _ in
      var reader = ByteReader(generator.bytes(64))
      return viewer.client.request(reader.body(of: viewer)).encoded()
    }
  }

  private static func published(_ count: Int, _ generator: inout SplitMix64) -> [[UInt8]] {
    var messages = [
      LayoutMessage.bye(Bye(reason: .sessionEnded, text: "somebody ended it")),
      LayoutMessage.bye(Bye(reason: .daemonStops, text: "navd stops")),
    ]
    for number in 1...UInt64(max(1, count / 2)) {
      let scene = generator.scene()
      var publisher = Publisher(epoch: number, seq: number, version: 1, scene: scene)
      messages.append(.beat(publisher.beat))
      let update = publisher.publish(
        generator.trajectory(from: scene, length: 20),
        startedAt: .zero,
        seq: number + 2,
        version: 2,
        now: .zero
      )
      messages.append(.update(update))
      messages.append(.snapshot(publisher.snapshot(now: .milliseconds(generator.int(in: 0...300)))))
    }
    return messages.map { $0.encoded() }
  }
}

extension FuzzedDaemon {
  /// Returns a daemon's encoded replies.
  fileprivate static func replies(to requests: [[UInt8]]) throws -> [[UInt8]] {
    var daemon = try FuzzedDaemon(seed: 0)
    for bytes in requests {
      let body = try Request(decoding: bytes).body
      daemon.send(
        daemon.viewers[0].client.request(body.aimed(at: daemon.viewers[0].attached)),
        of: 0
      )
    }
    let replies = try daemon.endTurn()
    // One reply of each kind, the shortest.
    var kinds: [String: [UInt8]] = [:]
    for reply in replies {
      let kind = String(describing: reply.body).prefix { $0.isLetter }
      let bytes = reply.encoded()
      let known = kinds[String(kind)]?.count ?? .max
      if bytes.count < known { kinds[String(kind)] = bytes }
    }
    return kinds.sorted { $0.key < $1.key }.map(\.value)
  }
}
