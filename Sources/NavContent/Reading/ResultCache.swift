/// Results by their keys, of which the oldest are forgotten.
struct ResultCache<Key: Hashable, Result> {
  private let countLimit: Int
  private let byteLimit: Int
  private var results: [Key: Result] = [:]
  private var order: [(key: Key, bytes: Int)] = []
  private var bytes = 0

  init(count: Int = .max, bytes: Int) {
    (countLimit, byteLimit) = (count, bytes)
  }

  subscript(key: Key) -> Result? { results[key] }

  mutating func keep(_ result: Result, of key: Key, bytes size: Int) {
    guard results.updateValue(result, forKey: key) == nil else { return }
    order.append((key, size))
    bytes += size
    while order.count > countLimit || bytes > byteLimit {
      let oldest = order.removeFirst()
      results[oldest.key] = nil
      bytes -= oldest.bytes
    }
  }
}
