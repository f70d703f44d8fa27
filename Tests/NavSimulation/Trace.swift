import NavTestKit

/// The events of a run as a digest and, for people, its last lines.
struct Trace {
  struct Event: CustomStringConvertible {
    let time: Duration
    let kind: StaticString
    let node: Int
    let detail: UInt64

    var description: String {
      "\(Trace.seconds(time)) \(kind) \(node) \(String(detail, radix: 16))"
    }
  }

  /// A digest of all events so far: the same seed gives the same digest.
  private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  private(set) var count = 0
  private var recent: [Event] = []
  /// The incidents, one a line.
  private(set) var incidents: [String] = []

  private static let shownEvents = 40
  private static let shownIncidents = 15

  mutating func add(_ kind: StaticString, _ node: Int, _ detail: UInt64 = 0, at time: Duration) {
    let event = Event(time: time, kind: kind, node: node, detail: detail)
    mix(UInt64(bitPattern: time.components.seconds))
    mix(UInt64(bitPattern: time.components.attoseconds))
    kind.withUTF8Buffer { for byte in $0 { mix(UInt64(byte)) } }
    mix(UInt64(node))
    mix(detail)
    count += 1
    recent.append(event)
    if recent.count > 8 * Self.shownEvents { recent.removeFirst(7 * Self.shownEvents) }
  }

  mutating func add(incident: String, at time: Duration) {
    incidents.append("\(Self.seconds(time)) \(incident)")
  }

  /// The last incidents and events, for a failure's text.
  var tail: String {
    let lines =
      ["the last of \(incidents.count) incidents:"] + incidents.suffix(Self.shownIncidents)
      + ["the last of \(count) events:"] + recent.suffix(Self.shownEvents).map(\.description)
    return lines.joined(separator: "\n")
  }

  /// Formats a time of the world, counted from its beginning.
  static func seconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = (time - World.beginning).components
    let micro = attoseconds / 1_000_000_000_000
    return "\(seconds).\(String(1_000_000 + micro).dropFirst()) s"
  }

  private mutating func mix(_ value: UInt64) {
    digest = (digest ^ value) &* 0x100_0000_01b3
    digest ^= digest >> 29
  }
}
