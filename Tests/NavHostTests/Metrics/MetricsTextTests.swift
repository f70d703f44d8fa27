import NavHost
import NavTestKit
import Testing

@Suite("Metrics as text (Prometheus' exposition format 0.0.4)")
struct MetricsTextTests {
  private typealias Sample = MetricsText.Sample
  private typealias Label = MetricsText.Label

  @Test("a counter and a gauge, with and without labels")
  func families() {
    var text = MetricsText()
    text.counter("a_total", "Counts.", 7)
    text.gauge(
      "b",
      "States.",
      [
        Sample([Label("state", "on"), Label("of", "x")], .integer(1)),
        Sample([Label("state", "off"), Label("of", "x")], .integer(.max)),
      ]
    )
    text.gauge("c_seconds", "A time.", [Sample([], .duration(.milliseconds(1_500)))])
    #expect(
      text.text == """
        # HELP a_total Counts.
        # TYPE a_total counter
        a_total 7
        # HELP b States.
        # TYPE b gauge
        b{state="on",of="x"} 1
        b{state="off",of="x"} 18446744073709551615
        # HELP c_seconds A time.
        # TYPE c_seconds gauge
        c_seconds 1.5

        """
    )
    #expect(ExpositionText(text.text).faults == [])
  }

  @Test("a gauge that is not known is left out whole")
  func unknown() {
    var text = MetricsText()
    text.gauge("a", "Nothing.", nil as UInt64?)
    #expect(text == MetricsText())
  }

  @Test(
    "labels and help texts are escaped, so that no text can end its line",
    arguments: [
      ("a\"b", #"a"b"#, #"a\"b"#), ("a\\b", #"a\\b"#, #"a\\b"#), ("a\nb", #"a\nb"#, #"a\nb"#),
      ("a\\nb", #"a\\nb"#, #"a\\nb"#), ("Grüße", "Grüße", "Grüße"), ("\r\n", "\r\\n", "\r\\n"),
    ]
  )
  func escaping(given: String, help: String, label: String) {
    var text = MetricsText()
    text.gauge("a", given, [Sample([Label("l", given)], .integer(1))])
    #expect(text.text == "# HELP a \(help)\n# TYPE a gauge\na{l=\"\(label)\"} 1\n")
  }

  @Test("a histogram is cumulative, in seconds, and its last bucket has everything")
  func histogram() {
    var histogram = Histogram([.milliseconds(1), .milliseconds(250), .seconds(1)])
    for milliseconds in [0, 1, 2, 250, 251, 1_000, 5_000] {
      histogram.add(.milliseconds(milliseconds))
    }
    #expect(histogram.cumulative == [2, 4, 6, 7])
    #expect(histogram.count == 7 && histogram.sum == .milliseconds(6_504))
    var text = MetricsText()
    text.histogram("h_seconds", "Times.", histogram)
    #expect(
      text.text == """
        # HELP h_seconds Times.
        # TYPE h_seconds histogram
        h_seconds_bucket{le="0.001"} 2
        h_seconds_bucket{le="0.25"} 4
        h_seconds_bucket{le="1.0"} 6
        h_seconds_bucket{le="+Inf"} 7
        h_seconds_sum 6.504
        h_seconds_count 7

        """
    )
    #expect(ExpositionText(text.text).faults == [])
  }

  @Test("an empty histogram has all its buckets")
  func emptyHistogram() {
    var text = MetricsText()
    text.histogram("h", "Times.", Histogram(HistogramBounds.turns))
    let read = ExpositionText(text.text)
    #expect(read.faults == [])
    #expect(read.samples.count == HistogramBounds.turns.count + 3)
    #expect(read.value("h_count") == 0 && read.value("h_bucket", ["le": "+Inf"]) == 0)
  }

  @Test("bounds rise", arguments: [HistogramBounds.turns, HistogramBounds.store])
  func bounds(bounds: [Duration]) {
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(
    "the test's own reader notices what breaks the format",
    arguments: [
      ("a 1", "no end"), ("a 1\n", "stands below"),
      ("# HELP a x\n# TYPE a counter\na 1\n", "_total"),
      ("# HELP a x\n# TYPE a gauge\na 1\na 2\n", "two values"),
      ("# HELP a x\n# TYPE a gauge\nb 1\n", "stands below"),
      ("# HELP a x\na 1\n", "no type"), ("# TYPE a gauge\na 1\n", "without its help"),
      ("# HELP a x\n# TYPE a gauge\na{l=\"\\x\"} 1\n", "not understood"),
      ("# HELP a x\n# TYPE a gauge\na{l=\"x} 1\n", "not understood"),
      ("# HELP a x\n# TYPE a gauge\na one\n", "not understood"),
      ("# HELP a x\n# TYPE a gauge\n", "no value"),
      (
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
        "cumulative"
      ),
      (
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n", "last bucket"
      ),
      (
        "# HELP a x\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 2\n",
        "the count of a"
      ),
    ]
  )
  func reader(text: String, fault: String) {
    let faults = ExpositionText(text).faults
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
  }
}
