import NavHost
import NavTestKit
import NavWire
import ZeroMQ

/// Any frames are no question about a connection, or one whose answer finds its way back.
///
/// The answer begins with the envelope of the question, and repeats its version and number. A key is accepted only if it
/// is the single credential and has its size. A stranger is named once. The input is a list of frames, each behind a byte
/// with its length.
enum AuthenticationLaw {
  static func check(_ bytes: [UInt8]) throws {
    let frames = frames(of: bytes)
    guard let question = AuthenticationQuestion(frames) else { return }
    try demand(frames.starts(with: question.envelope), "an envelope of other frames")
    try demand(question.envelope.last == [], "an envelope without an end")
    let body = Array(frames[question.envelope.count...])
    try demand(body[0] == AuthenticationQuestion.version && body[1] == question.id, "another id")
    for user in [nil, "name"] {
      let answer = question.answer(user: user)
      try demand(answer.starts(with: question.envelope), "an answer to somebody else")
      let rest = Array(answer[question.envelope.count...])
      try demand(rest.count == 6 && rest[1] == question.id, "an answer to another question")
      try demand(rest[2] == Array((user == nil ? "400" : "200").utf8), "another code")
    }
    guard case .curve(let key) = question.mechanism else { return }
    try demand(body.count == 7 && body[6] == key.bytes, "a key that was not shown")
    try checkStranger(PeerKey(key.bytes), at: question.address)
  }

  private static func checkStranger(_ key: PeerKey?, at address: String) throws {
    guard let key else { return try demand(false, "a key of another size") }
    var strangers = Strangers()
    for _ in 0..<3 { strangers.connected(Strangers.Peer(key: key, address: address), at: .zero) }
    let due = strangers.due(at: Strangers.grace) { _ in false }
    try demand(due.map(\.key) == [key], "a stranger that is named \(due.count) times")
  }

  private static func frames(of bytes: [UInt8]) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var rest = bytes[...]
    while let length = rest.popFirst() {
      frames.append(Array(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    return frames
  }

  /// Returns a question as libzmq asks it, or one with a frame too many or too few.
  static func sample(_ generator: inout SplitMix64) -> [UInt8] {
    let mechanism = generator.pick(["NULL", "CURVE", "PLAIN", "GSSAPI"])
    var frames: [[UInt8]] = [
      generator.bytes(5), [], AuthenticationQuestion.version, Array("1".utf8), Array("navd".utf8),
      Array("192.0.2.7".utf8), [], Array(mechanism.utf8),
    ]
    if mechanism == "CURVE" { frames.append(generator.bytes(generator.oneIn(4) ? 31 : 32)) }
    if mechanism == "PLAIN" { frames += [Array("ada".utf8), Array("secret".utf8)] }
    if generator.oneIn(6) { frames.removeLast() }
    if generator.oneIn(6) { frames.append([]) }
    return frames.flatMap { [UInt8($0.count)] + $0 }
  }
}
