/// An encoder of whole values, such as `JSONEncoder`.
///
/// This module does not import Foundation. To use one of its encoders, declare the conformance:
/// `extension JSONEncoder: TopLevelEncoder {}`.
public protocol TopLevelEncoder {
  /// The type of the encoded data.
  associatedtype Output

  /// Encodes a value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder of whole values, such as `JSONDecoder`.
///
/// This module does not import Foundation. To use one of its decoders, declare the conformance:
/// `extension JSONDecoder: TopLevelDecoder {}`.
public protocol TopLevelDecoder {
  /// The type of the encoded data.
  associatedtype Input

  /// Decodes a value of the given type.
  func decode<T: Decodable>(_ type: T.Type, from data: Input) throws -> T
}

extension Publisher where Output: Encodable {
  /// Encodes each element with the given encoder, and fails with the error that it throws.
  ///
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

extension Publisher {
  /// Decodes each element with the given decoder, and fails with the error that it throws.
  ///
  /// - Demand: Requests pass through unchanged.
  @inlinable
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(type: Item.Type, decoder: Coder)
    -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input
  {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

extension Publishers {
  /// A publisher that encodes the elements of its upstream.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher
  where Upstream.Output: Encodable {
    public typealias Output = Coder.Output
    public typealias Failure = any Error

    /// The publisher whose elements are encoded.
    public let upstream: Upstream
    @usableFromInline let encoder: Coder

    /// Creates a publisher that encodes the elements of `upstream`.
    @inlinable
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "Encode"
        ) { [encoder] in .pass(try encoder.encode($0)) })
    }
  }

  /// A publisher that decodes the elements of its upstream.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
  where Upstream.Output == Coder.Input {
    public typealias Failure = any Error

    /// The publisher whose elements are decoded.
    public let upstream: Upstream
    @usableFromInline let decoder: Coder

    /// Creates a publisher that decodes the elements of `upstream`.
    @inlinable
    public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(
        TransformSubscriber<Upstream.Output, Upstream.Failure, S>(
          throwing: subscriber, name: "Decode"
        ) { [decoder] in .pass(try decoder.decode(Output.self, from: $0)) })
    }
  }
}
