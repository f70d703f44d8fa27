import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Any bytes are a message or a typed error")
struct MalformedBytesTests {
  /// Decodes bytes as every kind of message; any result can be used without harm.
  private func read(_ bytes: [UInt8]) throws {
    do throws(WireError) {
      let request = try Request(decoding: bytes)
      _ = request.encoded()
    } catch {
      try demand(!error.description.isEmpty)
    }
    do throws(WireError) {
      let reply = try Reply(decoding: bytes)
      _ = reply.encoded()
    } catch {
      try demand(!error.description.isEmpty)
    }
    do throws(WireError) {
      try use(LayoutMessage(decoding: bytes))
    } catch {
      try demand(!error.description.isEmpty)
    }
  }

  /// Uses a message as a viewer does.
  private func use(_ message: LayoutMessage) {
    _ = message.encoded()
    switch message {
    case .snapshot(var snapshot), .keyframe(var snapshot):
      if var replica = try? Replica(snapshot, now: .zero) {
        _ = try? replica.scene(at: .seconds(9))
      }
      // Once more with the right hash, to reach later checks.
      snapshot.timeline = nil
      snapshot.hash = snapshot.scene.digest
      if var replica = try? Replica(snapshot, now: .zero) {
        _ = try? replica.scene(at: .seconds(9))
      }
    case .update(var update):
      var generator = SplitMix64(seed: 3)
      let scene = generator.scene()
      var publisher = Publisher(epoch: update.epoch, seq: update.base.seq, version: 0, scene: scene)
      guard var replica = try? Replica(publisher.snapshot(now: .zero), now: .zero) else { return }
      update.base.frame = 0
      _ = replica.receive(update, now: .zero)
      _ = try? replica.scene(at: .seconds(9))
    case .beat, .bye: break
    }
  }

  @Test("random bytes")
  func randomBytes() throws {
    try forSeeds(0..<6_000) { generator in try read(generator.bytes(generator.int(in: 0...80))) }
  }

  @Test("encodings with flipped bits, cut short, or with bytes inserted and removed")
  func damagedMessages() throws {
    try forSeeds(0..<5_000) { generator in
      let bytes =
        switch generator.int(in: 0...3) {
        case 0: generator.request().encoded()
        case 1: generator.reply().encoded()
        default: generator.layoutMessage().encoded()
        }
      try read(generator.damaged(bytes))
    }
  }

  @Test("numbers at the ends of their range, in any field")
  func extremeNumbers() throws {
    let extremes: [UInt64] = [0, 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 63, .max]
    try forSeeds(0..<2_000) { generator in
      func numbers(_ count: Int, to last: Int) -> ForeignMessage {
        ForeignMessage(
          (0..<count).map { _ in
            (generator.int(in: 1...last), .varint(generator.pick(extremes)))
          }
        )
      }
      func parts() -> ForeignMessage {
        ForeignMessage(
          (0..<3).map { _ in
            let field = generator.int(in: 1...4)
            let head = numbers(4, to: 19)
            let inner = generator.int(in: 2...6)
            return (field, .message(head + [inner: .message(numbers(4, to: 19))]))
          }
        )
      }
      let field = generator.int(in: 1...2)
      let message = numbers(1, to: 7) + [5: .message(parts()), 6: .message(parts())]
      try read(([field: .message(message)] as ForeignMessage).bytes)
    }
  }

  @Test("endlessly nested groups")
  func nesting() throws {
    // Start-group tags of an unknown field.
    try read([UInt8](repeating: 0xf3, count: 1) + Array(repeating: 0x7b, count: 100_000))
    try read(Array(repeating: 0x0b, count: 100_000))
  }

  @Test("a length beyond the end of the bytes")
  func promisedLengths() throws {
    for length: UInt64 in [1, 1 << 20, 1 << 31, 1 << 40, .max] {
      try read([0x12] + ForeignMessage.varint(length))
    }
  }
}

extension SplitMix64 {
  /// Returns bytes with flipped bits, cut short, or with bytes inserted and removed.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<int(in: 1...4) where !bytes.isEmpty {
      let index = int(in: 0...bytes.count - 1)
      switch int(in: 0...4) {
      case 0, 1: bytes[index] ^= 1 << UInt8(int(in: 0...7))
      case 2: bytes.removeSubrange(index...)
      case 3: bytes.remove(at: index)
      default: bytes.insert(UInt8(truncatingIfNeeded: next()), at: index)
      }
    }
    return bytes
  }
}
