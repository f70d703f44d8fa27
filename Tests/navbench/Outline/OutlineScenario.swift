import Glibc
import NavCommands
import NavGeometry
import NavModel
import NavProcessKit
import NavScene
import NavSystem
import NavWire

/// Measures large documents in a daemon: the time to the first level, the time to a value deep inside, and memory.
struct OutlineScenario: Scenario {
  /// The size of each document, in MB.
  var megabytes = 50

  private static let size = CellSize.standardTerminal
  /// A timeout that no machine reaches.
  private static let patience = Duration.seconds(120)

  func measure() throws -> Section {
    var rows: [[String]] = []
    for document in LargeDocument.allCases {
      progress("outline of \(megabytes) MB of \(document.name)")
      rows.append(try measure(document))
    }
    return Section(
      name: "outline",
      facts: "\(rows.count) documents of \(megabytes) MB",
      title:
        "outline: from the request to the first page, to all of the first level; a list of 100,000; a value in it",
      tables: [
        Table(
          ["document", "first page", "first level", "100,000 entries", "one value", "peak memory"],
          rows
        )
      ]
    )
  }

  private func measure(_ document: LargeDocument) throws -> [String] {
    let ground = try TemporaryDirectory()
    let path = "\(ground.path)/\(document.file)"
    let count = try document.write(to: path, bytes: megabytes * 1_000_000)
    let daemon = try Navd(in: ground)
    let participant = try Participant(of: daemon)
    let start = monotonicNow()
    _ = try participant.ask(.newSession(name: "data", .outline(path: path)))
    let first = monotonicNow() - start
    try wait(for: document.complete(count), participant, daemon)
    let all = monotonicNow() - start
    for keys in document.wayIn { _ = try send(keys, participant) }
    let list = try send([Key(.enter)], participant)
    let value = try send(document.wayToValue, participant)
    let peak = try ProcessMemory.peak(of: daemon.process)
    return [document.name]
      + [first, all, list, value].map(\.inMilliseconds) + ["\(peak / 1_000_000) MB"]
  }

  private func send(_ keys: [Key], _ participant: Participant) throws -> Duration {
    let input = Request.Input(
      session: .name("data"),
      viewer: nil,
      viewport: Self.size,
      action: .keys(keys)
    )
    return try participant.send(input).time
  }

  private func wait(for text: String, _ participant: Participant, _ daemon: Navd) throws {
    let deadline = monotonicNow() + Self.patience
    while true {
      daemon.drain()
      let wait = Request.Wait(
        session: .name("data"),
        condition: .text(text, Self.size),
        timeout: .seconds(1)
      )
      do {
        _ = try participant.ask(.wait(wait))
        return
      } catch {
        guard monotonicNow() < deadline else { throw error }
      }
    }
  }
}

/// Generated documents of any size, similar to those written by programs.
enum LargeDocument: CaseIterable {
  case json, lines, yaml

  var name: String {
    switch self {
    case .json: "JSON"
    case .lines: "JSON lines"
    case .yaml: "YAML"
    }
  }

  var file: String {
    switch self {
    case .json: "data.json"
    case .lines: "data.jsonl"
    case .yaml: "data.yaml"
    }
  }

  /// The text on the screen when the whole first level is known.
  func complete(_ records: Int) -> String {
    switch self {
    case .json, .yaml: "[\(Self.grouped(records))]"
    case .lines: "\(Self.grouped((records - 1) / 100_000 * 100_000)) … \(Self.grouped(records - 1))"
    }
  }

  /// The keys that open a list of 100,000 entries.
  var wayIn: [[Key]] {
    switch self {
    case .json, .yaml: [[Key(.character("j"))], [Key(.enter)]]
    case .lines: []
    }
  }

  /// The keys from there to one value: the last record, then its second field.
  var wayToValue: [Key] {
    [Key(.character("G")), Key(.enter), Key(.character("j")), Key(.enter)]
  }

  /// Writes a document.
  ///
  /// - Returns: the number of its records.
  func write(to path: String, bytes: Int) throws -> Int {
    guard let file = fopen(path, "w") else {
      throw BenchError("can't write \(path): make room below /tmp")
    }
    var written = 0
    func put(_ text: String) {
      fputs(text, file)
      written += text.utf8.count
    }
    put(opening)
    var records = 0
    while written < bytes {
      put(record(records))
      records += 1
    }
    put(end)
    guard fclose(file) == 0 else { throw BenchError("can't write \(path): make room below /tmp") }
    return records
  }

  private var opening: String {
    switch self {
    case .json: "{\"version\": \"1.0\", \"records\": ["
    case .lines: ""
    case .yaml: "version: \"1.0\"\nrecords:\n"
    }
  }

  private var end: String { self == .json ? "], \"end\": null}" : "" }

  private func record(_ number: Int) -> String {
    let value = Double(number % 997) / 7
    switch self {
    case .json, .lines:
      let before = self == .json && number > 0 ? ",\n" : ""
      let after = self == .lines ? "\n" : ""
      return before + "{\"id\": \(number), \"name\": \"Größe \(number)\", \"value\": \(value), "
        + "\"tags\": [\"a\", \"b\"], \"place\": {\"city\": \"Köln\", \"zip\": \"50667\"}, \"active\": true}"
        + after
    case .yaml:
      return
        "  - id: \(number)\n    name: \"Größe \(number)\"\n    value: \(value)\n    tags: [a, b]\n"
        + "    place:\n      city: Köln\n      zip: '50667'\n    active: true\n"
    }
  }

  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
