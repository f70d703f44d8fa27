import NavCommands
import NavGeometry
import NavModel
import NavScene

/// Encoding and decoding what is sent for each key press, without the library, which takes ten times as many
/// instructions: commands and signs of life of viewers, and their usual answer.
///
/// The bytes are those of the library. What is not exactly in the form that it writes is left to it, faults too.
extension Request {
  /// Returns the bytes; nil for other requests.
  func quicklyEncoded() -> [UInt8]? {
    guard precondition == nil, credential == nil, let field = body.quickField else { return nil }
    var writer = WireWriter(capacity: 64)
    MessageHead(id: id, client: client == .none ? nil : client, seq: seq).write(to: &writer)
    writer.message(field) { body.writeQuickly(to: &$0) }
    return writer.bytes
  }

  /// Nil for other requests, and for bytes in another form.
  init?(quicklyDecoding bytes: [UInt8]) {
    var reader = WireReader(bytes)
    guard let request = try? Self.readQuickly(&reader) else { return nil }
    self = request
  }

  private static func readQuickly(_ reader: inout WireReader) throws(WireError) -> Request? {
    var head = MessageHead()
    var body: Body?
    var order = FieldOrder()
    while let tag = try reader.next() {
      guard order.takes(tag) else { return nil }
      if try head.read(tag, &reader) { continue }
      switch (tag.number, tag.type) {
      case (12, .bytes): body = try reader.message(Body.readAlive)
      case (13, .bytes): body = try reader.message(Body.readCommand)
      default: return nil
      }
    }
    let client = head.client ?? .none
    guard let body, body.isOperation == (head.seq > 0), client != .none || !body.isOperation else {
      return nil
    }
    return Request(id: head.id, client: client, seq: head.seq, body: body)
  }
}

extension Request.Body {
  /// The number of its field in `Request`; nil for what is left to the library.
  fileprivate var quickField: Int? {
    switch self {
    case .alive: return 12
    case .input(let input):
      guard case .command = input.action, input.viewport == nil else { return nil }
      return 13
    default: return nil
    }
  }

  fileprivate func writeQuickly(to writer: inout WireWriter) {
    switch self {
    case .alive(let viewer, let health):
      writer.unsigned(1, viewer)
      writer.unsigned(2, health.epoch)
      writer.unsigned(3, health.seq)
      writer.unsigned(4, UInt32(clamping: health.lag.milliseconds))
      writer.unsigned(5, health.isOutOfStep ? 1 : 0)
    case .input(let input):
      guard case .command(let command) = input.action else { break }
      let wire = command.wire
      writer.message(1) { writer in
        switch input.session {
        case .id(let id): writer.present(1, id)
        case .name(let name): writer.presentText(2, name)
        }
      }
      writer.unsigned(2, input.viewer ?? 0)
      writer.message(4) { writer in
        writer.unsigned(1, wire.kind.rawValue)
        writer.unsigned(2, wire.argument)
        writer.text(3, wire.text)
      }
      writer.unsigned(8, input.epoch ?? 0)
    default: break
    }
  }

  fileprivate static func readAlive(_ reader: inout WireReader) throws(WireError) -> Self? {
    var (viewer, lag) = (UInt64(0), UInt32(0))
    var health = Request.Health()
    var order = FieldOrder()
    while let tag = try reader.next() {
      guard order.takes(tag), tag.type == .varint else { return nil }
      switch tag.number {
      case 1: viewer = try reader.varint()
      case 2: health.epoch = try reader.varint()
      case 3: health.seq = try reader.varint()
      case 4: lag = try reader.unsigned32()
      case 5: health.isOutOfStep = try reader.varint() != 0
      default: return nil
      }
    }
    health.lag = .milliseconds(Int64(lag))
    return .alive(viewer: viewer, health)
  }

  fileprivate static func readCommand(_ reader: inout WireReader) throws(WireError) -> Self? {
    var (viewer, epoch) = (UInt64(0), UInt64(0))
    var session: SessionReference?
    var command: SessionCommand?
    var order = FieldOrder()
    while let tag = try reader.next() {
      guard order.takes(tag) else { return nil }
      switch (tag.number, tag.type) {
      case (1, .bytes): session = try reader.message(SessionReference.readQuickly)
      case (2, .varint): viewer = try reader.varint()
      case (4, .bytes): command = try reader.message(SessionCommand.readQuickly)
      case (8, .varint): epoch = try reader.varint()
      default: return nil
      }
    }
    guard let session, let command else { return nil }
    return .input(
      Request.Input(
        session: session,
        viewer: viewer == 0 ? nil : viewer,
        viewport: nil,
        action: .command(command),
        epoch: epoch == 0 ? nil : epoch
      )
    )
  }
}

extension SessionReference {
  fileprivate static func readQuickly(_ reader: inout WireReader) throws(WireError) -> Self? {
    guard let tag = try reader.next() else { return nil }
    let session: SessionReference
    switch (tag.number, tag.type) {
    case (1, .varint): session = .id(try reader.varint())
    case (2, .bytes): session = .name(try reader.text())
    default: return nil
    }
    return try reader.next() == nil ? session : nil
  }
}

extension SessionCommand {
  fileprivate static func readQuickly(_ reader: inout WireReader) throws(WireError) -> Self? {
    var message = Navd_V1_Command()
    var order = FieldOrder()
    while let tag = try reader.next() {
      guard order.takes(tag) else { return nil }
      switch (tag.number, tag.type) {
      case (1, .varint):
        guard let kind = Navd_V1_Command.Kind(rawValue: Int(try reader.unsigned32())) else {
          return nil
        }
        message.kind = kind
      case (2, .varint): message.argument = try reader.unsigned32()
      case (3, .bytes): message.text = try reader.text()
      default: return nil
      }
    }
    return try SessionCommand(message)
  }
}

extension Reply {
  /// Returns the bytes; nil for other replies than `accepted`.
  func quicklyEncoded() -> [UInt8]? {
    // A reason of a later version has no number of its own.
    guard case .accepted(let version, let noEffect) = body, noEffect != .unknown else { return nil }
    var writer = WireWriter(capacity: 48)
    MessageHead(id: id, client: client, seq: seq).write(to: &writer)
    writer.unsigned(4, isDurable ? 1 : 0)
    writer.message(12) { writer in
      writer.unsigned(1, version)
      writer.unsigned(2, noEffect?.wire.rawValue ?? 0)
    }
    return writer.bytes
  }

  /// Nil for other replies than `accepted`, and for bytes in another form.
  init?(quicklyDecoding bytes: [UInt8]) {
    var reader = WireReader(bytes)
    guard let reply = try? Self.readQuickly(&reader) else { return nil }
    self = reply
  }

  private static func readQuickly(_ reader: inout WireReader) throws(WireError) -> Reply? {
    var head = MessageHead()
    var isDurable = false
    var body: Body?
    var order = FieldOrder()
    while let tag = try reader.next() {
      guard order.takes(tag) else { return nil }
      if try head.read(tag, &reader) { continue }
      switch (tag.number, tag.type) {
      case (4, .varint): isDurable = try reader.varint() != 0
      case (12, .bytes): body = try reader.message(Body.readAccepted)
      default: return nil
      }
    }
    return body.map {
      Reply(id: head.id, client: head.client, seq: head.seq, isDurable: isDurable, body: $0)
    }
  }
}

extension Reply.Body {
  fileprivate static func readAccepted(_ reader: inout WireReader) throws(WireError) -> Self? {
    var version: UInt64 = 0
    var noEffect: NoEffect?
    var order = FieldOrder()
    while let tag = try reader.next() {
      guard order.takes(tag), tag.type == .varint else { return nil }
      switch tag.number {
      case 1: version = try reader.varint()
      case 2:
        guard let wire = Navd_V1_NoEffect(rawValue: Int(try reader.unsigned32())) else {
          return nil
        }
        noEffect = NoEffect(wire)
      default: return nil
      }
    }
    return .accepted(version: version, noEffect: noEffect)
  }
}

/// The first fields of a request, and of a reply.
private struct MessageHead {
  var id: UInt64 = 0
  /// Nil for none.
  var client: ClientID?
  var seq: UInt64 = 0

  func write(to writer: inout WireWriter) {
    writer.unsigned(1, id)
    if let client { writer.presentText(2, client.bytes) }
    writer.unsigned(3, seq)
  }

  /// Reads a field.
  ///
  /// - Returns: false for a field that is not one of these, or has another form.
  mutating func read(_ tag: WireReader.Tag, _ reader: inout WireReader) throws(WireError) -> Bool {
    switch (tag.number, tag.type) {
    case (1, .varint): id = try reader.varint()
    case (2, .bytes):
      guard let client = ClientID(try reader.data()) else { throw WireError("a client id") }
      self.client = client
    case (3, .varint): seq = try reader.varint()
    default: return false
    }
    return true
  }
}

/// The order in which the library writes fields: ascending, each once.
private struct FieldOrder {
  private var last = 0

  mutating func takes(_ tag: WireReader.Tag) -> Bool {
    defer { last = tag.number }
    return tag.number > last
  }
}
