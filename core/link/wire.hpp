#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

/// The one form in which values go from process to process. A function `exchange(wire, value)` names the members of a
/// type once; with a WireWriter it writes them, and with a WireReader it reads them in the same order. Both processes
/// are of one program (core/link/hello.hpp compares their builds, and the marks of messages their order of bytes), so
/// that numbers have the form of this machine.
namespace heteroscope {

/// Types whose bytes are their value.
template <class T>
concept PlainNumber = std::is_arithmetic_v<T>;

/// Appends values to a text of bytes.
class WireWriter {
 public:
  template <PlainNumber T>
  void operator()(const T& number) {
    const auto* const from = reinterpret_cast<const std::uint8_t*>(&number);
    bytes_.insert(bytes_.end(), from, from + sizeof number);
  }
  void operator()(const std::string& text) { list(text); }
  void operator()(std::string_view text) { list(text); }
  /// All that a message has behind its other values; its end is theirs.
  void operator()(std::span<const std::uint8_t> rest) { bytes_.insert(bytes_.end(), rest.begin(), rest.end()); }
  template <class T>
  void operator()(const std::vector<T>& all) {
    if constexpr (PlainNumber<T>) {
      list(all);
    } else {
      (*this)(std::uint64_t{all.size()});
      for (const T& each : all) (*this)(each);
    }
  }
  template <class Value>
  void operator()(const std::map<std::string, Value, std::less<>>& all) {
    (*this)(std::uint64_t{all.size()});
    for (const auto& [name, value] : all) (*this)(name, value);
  }
  template <class T>
  void operator()(const std::optional<T>& one) {
    (*this)(one.has_value());
    if (one) (*this)(*one);
  }
  template <class T>
  requires(!PlainNumber<T>) void operator()(const T& value) {
    exchange(*this, const_cast<T&>(value));
  }  // with a writer it only reads
  template <class First, class Second, class... Rest>
  void operator()(const First& first, const Second& second, const Rest&... rest) {
    (*this)(first);
    (*this)(second, rest...);
  }

  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const& { return bytes_; }
  [[nodiscard]] std::vector<std::uint8_t> bytes() && { return std::move(bytes_); }

 private:
  template <class List>
  void list(const List& all) {
    (*this)(std::uint64_t{all.size()});
    const auto* const from = reinterpret_cast<const std::uint8_t*>(all.data());
    bytes_.insert(bytes_.end(), from, from + all.size() * sizeof(*all.data()));
  }

  std::vector<std::uint8_t> bytes_;
};

/// Reads values that a WireWriter has written. Throws BadInput where the text ends too early, or a value cannot be one.
class WireReader {
 public:
  explicit WireReader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  template <PlainNumber T>
  void operator()(T& number) {
    const std::span<const std::uint8_t> from = take(sizeof number);
    if constexpr (std::is_same_v<T, bool>) {
      if (from.front() > 1) throw damaged();
    }
    std::memcpy(&number, from.data(), sizeof number);
  }
  void operator()(std::string& text) { list(text); }
  /// All that is left, where it lies.
  void operator()(std::span<const std::uint8_t>& rest) { rest = std::exchange(left_, {}); }
  /// Texts that stay for as long as the process: they are few, and a terminal may show them.
  void operator()(std::string_view& text);
  template <class T>
  void operator()(std::vector<T>& all) {
    if constexpr (PlainNumber<T>) {
      list(all);
    } else {
      all.clear();  // it grows with what is there: a number of elements alone takes no memory
      for (std::size_t left = count(1); left > 0; --left) (*this)(all.emplace_back());
    }
  }
  template <class Value>
  void operator()(std::map<std::string, Value, std::less<>>& all) {
    all.clear();
    for (std::size_t left = count(1); left > 0; --left) {
      std::string name;
      (*this)(name);
      (*this)(all[std::move(name)]);
    }
  }
  template <class T>
  void operator()(std::optional<T>& one) {
    bool is_there = false;
    (*this)(is_there);
    one.reset();
    if (is_there) (*this)(one.emplace());
  }
  template <class T>
  requires(!PlainNumber<T>) void operator()(T& value) { exchange(*this, value); }
  template <class First, class Second, class... Rest>
  void operator()(First& first, Second& second, Rest&... rest) {
    (*this)(first);
    (*this)(second, rest...);
  }

  /// Throws BadInput if something is left.
  void finish() const {
    if (!left_.empty()) throw damaged();
  }
  static BadInput damaged() { return {Wrong::damaged, "message", "a message between processes is damaged"}; }

 private:
  [[nodiscard]] std::span<const std::uint8_t> take(std::size_t bytes) {
    if (bytes > left_.size()) throw damaged();
    const auto out = left_.first(bytes);
    left_ = left_.subspan(bytes);
    return out;
  }
  /// A number of elements, for which there are bytes: so many each at least.
  [[nodiscard]] std::size_t count(std::size_t least) {
    std::uint64_t out = 0;
    (*this)(out);
    if (out > left_.size() / least) throw damaged();
    return out;
  }
  template <class List>
  void list(List& all) {
    constexpr std::size_t one = sizeof(*all.data());
    all.resize(count(one));
    const auto from = take(all.size() * one);
    if (!from.empty()) std::memcpy(all.data(), from.data(), from.size());
  }

  std::span<const std::uint8_t> left_;
};

/// An enumeration's value from 0 to `last`.
template <class Wire, class E>
void exchange_choice(Wire& wire, E& choice, E last) {
  auto number = static_cast<std::int32_t>(choice);
  wire(number);
  if (number < 0 || number > static_cast<std::int32_t>(last)) throw WireReader::damaged();
  if constexpr (std::is_same_v<Wire, WireReader>) choice = static_cast<E>(number);
}

}  // namespace heteroscope
