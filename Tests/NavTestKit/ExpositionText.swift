/// A text in the exposition format 0.0.4 of Prometheus, read line by line, with everything that is wrong with it.
package struct ExpositionText: Sendable {
  /// One line with a value.
  package struct Sample: Hashable, Sendable {
    package let name: String
    package let labels: [String: String]
    package let value: Double
  }

  package private(set) var samples: [Sample] = []
  /// The types of the families, by name.
  package private(set) var types: [String: String] = [:]
  /// The violations of the format and of the conventions of names; empty for a good text.
  package private(set) var faults: [String] = []
  /// The names that have a help text.
  private var helps: Set<String> = []
  /// The family of the lines that follow.
  private var family = ""

  package init(_ text: String) {
    if !text.hasSuffix("\n") { faults.append("the last line has no end") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      read(String(line))
    }
    for (name, type) in types.sorted(by: { $0.key < $1.key }) { check(name, type) }
    for name in helps.subtracting(types.keys) { faults.append("\(name) has no type") }
  }

  /// Returns the value of a sample; nil if there is none with these labels, and no others.
  package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  // MARK: Lines

  private mutating func read(_ line: String) {
    if line.hasPrefix("# HELP ") {
      readHelp(line)
    } else if line.hasPrefix("# TYPE ") {
      readType(line)
    } else if let sample = Self.sample(line) {
      add(sample)
    } else {
      faults.append("not understood: \(line)")
    }
  }

  private mutating func readHelp(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    family = String(words[2])
    if words.count < 4 || words[3].isEmpty { faults.append("\(family) has an empty help text") }
    if !helps.insert(family).inserted { faults.append("\(family) is explained twice") }
  }

  private mutating func readType(_ line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let name = String(words[2])
    if words.count != 4 || !["counter", "gauge", "histogram"].contains(words[3]) {
      faults.append("no type: \(line)")
    }
    if name != family { faults.append("\(name) has its type without its help text") }
    if types.updateValue(String(words[words.count - 1]), forKey: name) != nil {
      faults.append("\(name) has two types")
    }
  }

  private mutating func add(_ sample: Sample) {
    let isHistogram = types[family] == "histogram"
    let names = isHistogram ? ["_bucket", "_sum", "_count"].map { family + $0 } : [family]
    if types[family] == nil || !names.contains(sample.name) {
      faults.append("\(sample.name) stands below \(family)")
    }
    if samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) {
      faults.append("\(sample.name) has two values for \(sample.labels)")
    }
    samples.append(sample)
  }

  // MARK: Families

  private mutating func check(_ name: String, _ type: String) {
    if !Self.isName(name, first: "_:") { faults.append("\(name) is no name") }
    let values = samples.filter { $0.name == name }.map(\.value)
    switch type {
    case "counter":
      if !name.hasSuffix("_total") { faults.append("the counter \(name) has to end with _total") }
      if values.contains(where: { !($0 >= 0) }) { faults.append("\(name) is below 0") }
    case "histogram": checkHistogram(name)
    default: if name.hasSuffix("_total") { faults.append("\(name) is no counter") }
    }
    if type != "histogram", values.isEmpty { faults.append("\(name) has no value") }
  }

  private mutating func checkHistogram(_ name: String) {
    let buckets = samples.filter { $0.name == name + "_bucket" }
    let bounds = buckets.map {
      $0.labels["le"].flatMap { Double($0 == "+Inf" ? "inf" : $0) } ?? .nan
    }
    let counts = buckets.map(\.value)
    if bounds.last != .infinity { faults.append("\(name) has no last bucket") }
    if zip(bounds, bounds.dropFirst()).contains(where: { !($0 < $1) }) {
      faults.append("the buckets of \(name) do not rise")
    }
    if zip(counts, counts.dropFirst()).contains(where: { !($0 <= $1) }) {
      faults.append("the counts of \(name) are not cumulative")
    }
    if counts.last == nil || value(name + "_count") != counts.last {
      faults.append("the count of \(name) is not that of its last bucket")
    }
    if value(name + "_sum") == nil { faults.append("\(name) has no sum") }
  }

  // MARK: Parsing

  private static func isName(_ text: some StringProtocol, first: String) -> Bool {
    guard let head = text.first, head.isASCII, head.isLetter || first.contains(head) else {
      return false
    }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || first.contains($0)) }
  }

  /// Reads `name{label="value",...} number`; nil for anything else.
  private static func sample(_ line: String) -> Sample? {
    var rest = line[...]
    let name = rest.prefix { $0 != "{" && $0 != " " }
    guard isName(name, first: "_:") else { return nil }
    rest = rest.dropFirst(name.count)
    guard let labels = labels(&rest), rest.first == " " else { return nil }
    let number = rest.dropFirst()
    guard let value = Double(number), number.allSatisfy({ !$0.isWhitespace }) else { return nil }
    return Sample(name: String(name), labels: labels, value: value)
  }

  /// Takes the labels from the start of a text, if there are any; nil for a mistake in them.
  private static func labels(_ rest: inout Substring) -> [String: String]? {
    guard rest.first == "{" else { return [:] }
    var labels: [String: String] = [:]
    repeat {
      rest = rest.dropFirst()
      let name = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(name.count)
      guard isName(name, first: "_"), rest.hasPrefix("=\"") else { return nil }
      rest = rest.dropFirst(2)
      guard let value = quoted(&rest), labels.updateValue(value, forKey: String(name)) == nil else {
        return nil
      }
    } while rest.first == ","
    guard rest.first == "}" else { return nil }
    rest = rest.dropFirst()
    return labels
  }

  /// Takes a value up to its closing quotation mark; nil for a wrong escape, or without such a mark.
  private static func quoted(_ rest: inout Substring) -> String? {
    let escapes: [Character: Character] = ["n": "\n", "\\": "\\", "\"": "\""]
    var value = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return value
      case "\\":
        guard let next = rest.popFirst(), let escaped = escapes[next] else { return nil }
        value.append(escaped)
      default: value.append(character)
      }
    }
    return nil
  }
}
