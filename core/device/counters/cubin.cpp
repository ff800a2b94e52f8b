#include "core/device/counters/cubin.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

namespace heteroscope::device {

namespace {

using Image = std::span<const std::byte>;

/// Nothing where it is not wholly in the image.
std::optional<Image> part(Image image, std::size_t from, std::size_t bytes) {
  if (from > image.size() || bytes > image.size() - from) return std::nullopt;
  return image.subspan(from, bytes);
}

template <class T>
std::optional<T> read_at(Image image, std::size_t from) {
  const auto bytes = part(image, from, sizeof(T));
  if (!bytes) return std::nullopt;
  T out;
  std::memcpy(&out, bytes->data(), sizeof(T));
  return out;
}

/// The header, if it is of such a file and says how its sections are found.
std::optional<Elf64_Ehdr> header_of(Image image) {
  const auto header = read_at<Elf64_Ehdr>(image, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  const bool expected = header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
                        header->e_machine == EM_CUDA && header->e_shentsize == sizeof(Elf64_Shdr) &&
                        header->e_shstrndx < header->e_shnum;
  return expected ? header : std::nullopt;
}

std::optional<Elf64_Shdr> section_at(Image image, const Elf64_Ehdr& header, std::size_t index) {
  const auto table = part(image, header.e_shoff, header.e_shnum * sizeof(Elf64_Shdr));
  return table ? read_at<Elf64_Shdr>(*table, index * sizeof(Elf64_Shdr)) : std::nullopt;
}

/// A name ends with a zero; nothing where none comes.
std::optional<std::string_view> name_at(Image names, std::size_t from) {
  if (from >= names.size()) return std::nullopt;
  const std::string_view rest(reinterpret_cast<const char*>(names.data()) + from, names.size() - from);
  const std::size_t end = rest.find('\0');
  return end != std::string_view::npos ? std::optional(rest.substr(0, end)) : std::nullopt;
}

}  // namespace

std::map<std::string, std::size_t, std::less<>> instructions_by_kernel(std::span<const std::byte> cubin) {
  constexpr std::string_view code = ".text.";
  const auto header = header_of(cubin);
  if (!header) return {};
  const auto table = section_at(cubin, *header, header->e_shstrndx);
  if (!table || table->sh_type != SHT_STRTAB) return {};
  const auto names = part(cubin, table->sh_offset, table->sh_size);
  if (!names) return {};
  std::map<std::string, std::size_t, std::less<>> out;
  for (std::size_t i = 0; i < header->e_shnum; ++i) {
    const auto section = section_at(cubin, *header, i);
    const auto name = section ? name_at(*names, section->sh_name) : std::nullopt;
    if (!name) return {};
    if (!name->starts_with(code) || section->sh_type != SHT_PROGBITS) continue;
    const auto bytes = part(cubin, section->sh_offset, section->sh_size);
    if (!bytes || bytes->empty() || bytes->size() % instruction_bytes != 0) return {};
    const auto [at, is_new] = out.emplace(std::string(name->substr(code.size())), bytes->size() / instruction_bytes);
    if (!is_new) return {};
  }
  return out;
}

}  // namespace heteroscope::device
