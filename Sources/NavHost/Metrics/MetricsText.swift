/// Metrics as text, in the exposition format 0.0.4 of Prometheus.
///
/// Each family is written once, with its samples behind its `HELP` and `TYPE` lines.
package struct MetricsText: Hashable, Sendable {
  package private(set) var text = ""

  /// The value of the header `Content-Type` of such a text.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  package init() {}

  /// The types of families.
  private enum Kind: String {
    case counter, gauge, histogram
  }

  /// A value of a metric with labels.
  package struct Sample: Hashable, Sendable {
    let labels: [Label]
    let value: Value

    package init(_ labels: [Label] = [], _ value: Value) {
      self.labels = labels
      self.value = value
    }
  }

  /// A label: its name, and its value, which may be any text.
  package struct Label: Hashable, Sendable {
    let name: String
    let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The value of a sample.
  package enum Value: Hashable, Sendable {
    case integer(UInt64)
    /// In seconds.
    case duration(Duration)

    fileprivate var text: String {
      switch self {
      case .integer(let number): "\(number)"
      case .duration(let duration): "\(duration.seconds)"
      }
    }
  }

  // MARK: Families

  /// Writes a counter, whose name ends with `_total`.
  package mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
    family(name, .counter, help, samples)
  }

  package mutating func counter(_ name: String, _ help: String, _ value: UInt64) {
    counter(name, help, [Sample([], .integer(value))])
  }

  /// Writes a gauge.
  package mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) {
    family(name, .gauge, help, samples)
  }

  /// Writes a gauge of one number; nothing if that is not known.
  package mutating func gauge(_ name: String, _ help: String, _ value: UInt64?) {
    guard let value else { return }
    gauge(name, help, [Sample([], .integer(value))])
  }

  /// Writes a histogram, in seconds.
  package mutating func histogram(_ name: String, _ help: String, _ histogram: Histogram) {
    head(name, .histogram, help)
    let bounds = histogram.bounds.map { "\($0.seconds)" } + ["+Inf"]
    for (bound, count) in zip(bounds, histogram.cumulative) {
      line("\(name)_bucket", [Label("le", bound)], .integer(count))
    }
    line("\(name)_sum", [], .duration(histogram.sum))
    line("\(name)_count", [], .integer(histogram.count))
  }

  private mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    head(name, kind, help)
    for sample in samples { line(name, sample.labels, sample.value) }
  }

  // MARK: Lines

  private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(Self.escaped(help, isQuoted: false))\n"
    text += "# TYPE \(name) \(kind.rawValue)\n"
  }

  private mutating func line(_ name: String, _ labels: [Label], _ value: Value) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, isQuoted: true))\"" }
      text += "{\(pairs.joined(separator: ","))}"
    }
    text += " \(value.text)\n"
  }

  /// Escapes a text as the format requires: backslashes and line feeds, and in a label's value also quotation marks.
  private static func escaped(_ text: String, isQuoted: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where isQuoted: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Duration {
  /// The duration in seconds.
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
