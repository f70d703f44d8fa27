import Foundation

/// The output of `navclient doctor --json`.
struct DoctorOutput: Decodable {
  struct Entry: Decodable {
    let topic: String
    let name: String
    let value: String
    let origin: String?
    let advice: String?
    let outcome: String?
    let milliseconds: Int?
  }

  let ok: Bool
  let entries: [Entry]

  init(_ json: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
  }

  func value(_ name: String) -> String? { entries.first { $0.name == name }?.value }

  /// The steps of the connection.
  var steps: [Entry] { entries.filter { $0.outcome != nil } }

  /// The step that has failed.
  var failure: Entry? { steps.first { $0.outcome == "failed" } }
}
