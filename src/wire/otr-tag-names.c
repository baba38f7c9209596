/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "otr-tag-names.h"

#include <stdlib.h>

/* The names are those of the Exif 2.32 and TIFF 6.0 standards. */

#define VALUE_LETTERS 200
#define HEX_BYTES 24

typedef struct
{
  guint16 tag;
  const char *name;
} TagName;

/* Sorted by tag. TIFF (IFD0, IFD1) and Exif share one space of numbers. */
static const TagName main_names[] = {
  { 0x00fe, "NewSubfileType" },
  { 0x0100, "ImageWidth" },
  { 0x0101, "ImageLength" },
  { 0x0102, "BitsPerSample" },
  { 0x0103, "Compression" },
  { 0x0106, "PhotometricInterpretation" },
  { 0x010a, "FillOrder" },
  { 0x010d, "DocumentName" },
  { 0x010e, "ImageDescription" },
  { 0x010f, "Make" },
  { 0x0110, "Model" },
  { 0x0111, "StripOffsets" },
  { 0x0112, "Orientation" },
  { 0x0115, "SamplesPerPixel" },
  { 0x0116, "RowsPerStrip" },
  { 0x0117, "StripByteCounts" },
  { 0x011a, "XResolution" },
  { 0x011b, "YResolution" },
  { 0x011c, "PlanarConfiguration" },
  { 0x0128, "ResolutionUnit" },
  { 0x012d, "TransferFunction" },
  { 0x0131, "Software" },
  { 0x0132, "DateTime" },
  { 0x013b, "Artist" },
  { 0x013c, "HostComputer" },
  { 0x013e, "WhitePoint" },
  { 0x013f, "PrimaryChromaticities" },
  { 0x014a, "SubIFDs" },
  { 0x0156, "TransferRange" },
  { 0x0200, "JPEGProc" },
  { 0x0201, "JPEGInterchangeFormat" },
  { 0x0202, "JPEGInterchangeFormatLength" },
  { 0x0211, "YCbCrCoefficients" },
  { 0x0212, "YCbCrSubSampling" },
  { 0x0213, "YCbCrPositioning" },
  { 0x0214, "ReferenceBlackWhite" },
  { 0x02bc, "XMLPacket" },
  { 0x1000, "RelatedImageFileFormat" },
  { 0x1001, "RelatedImageWidth" },
  { 0x1002, "RelatedImageLength" },
  { 0x4746, "Rating" },
  { 0x4749, "RatingPercent" },
  { 0x828d, "CFARepeatPatternDim" },
  { 0x828e, "CFAPattern" },
  { 0x828f, "BatteryLevel" },
  { 0x8298, "Copyright" },
  { 0x829a, "ExposureTime" },
  { 0x829d, "FNumber" },
  { 0x83bb, "IPTC" },
  { 0x8649, "ImageResources" },
  { 0x8769, "ExifIFDPointer" },
  { 0x8773, "InterColorProfile" },
  { 0x8822, "ExposureProgram" },
  { 0x8824, "SpectralSensitivity" },
  { 0x8825, "GPSInfoIFDPointer" },
  { 0x8827, "PhotographicSensitivity" },
  { 0x8828, "OECF" },
  { 0x882a, "TimeZoneOffset" },
  { 0x8830, "SensitivityType" },
  { 0x8831, "StandardOutputSensitivity" },
  { 0x8832, "RecommendedExposureIndex" },
  { 0x8833, "ISOSpeed" },
  { 0x8834, "ISOSpeedLatitudeyyy" },
  { 0x8835, "ISOSpeedLatitudezzz" },
  { 0x9000, "ExifVersion" },
  { 0x9003, "DateTimeOriginal" },
  { 0x9004, "DateTimeDigitized" },
  { 0x9010, "OffsetTime" },
  { 0x9011, "OffsetTimeOriginal" },
  { 0x9012, "OffsetTimeDigitized" },
  { 0x9101, "ComponentsConfiguration" },
  { 0x9102, "CompressedBitsPerPixel" },
  { 0x9201, "ShutterSpeedValue" },
  { 0x9202, "ApertureValue" },
  { 0x9203, "BrightnessValue" },
  { 0x9204, "ExposureBiasValue" },
  { 0x9205, "MaxApertureValue" },
  { 0x9206, "SubjectDistance" },
  { 0x9207, "MeteringMode" },
  { 0x9208, "LightSource" },
  { 0x9209, "Flash" },
  { 0x920a, "FocalLength" },
  { 0x9214, "SubjectArea" },
  { 0x9216, "TIFFEPStandardID" },
  { 0x927c, "MakerNote" },
  { 0x9286, "UserComment" },
  { 0x9290, "SubSecTime" },
  { 0x9291, "SubSecTimeOriginal" },
  { 0x9292, "SubSecTimeDigitized" },
  { 0x9400, "AmbientTemperature" },
  { 0x9401, "Humidity" },
  { 0x9402, "Pressure" },
  { 0x9403, "WaterDepth" },
  { 0x9404, "Acceleration" },
  { 0x9405, "CameraElevationAngle" },
  { 0x9c9b, "XPTitle" },
  { 0x9c9c, "XPComment" },
  { 0x9c9d, "XPAuthor" },
  { 0x9c9e, "XPKeywords" },
  { 0x9c9f, "XPSubject" },
  { 0xa000, "FlashpixVersion" },
  { 0xa001, "ColorSpace" },
  { 0xa002, "PixelXDimension" },
  { 0xa003, "PixelYDimension" },
  { 0xa004, "RelatedSoundFile" },
  { 0xa20b, "FlashEnergy" },
  { 0xa20c, "SpatialFrequencyResponse" },
  { 0xa20e, "FocalPlaneXResolution" },
  { 0xa20f, "FocalPlaneYResolution" },
  { 0xa210, "FocalPlaneResolutionUnit" },
  { 0xa214, "SubjectLocation" },
  { 0xa215, "ExposureIndex" },
  { 0xa217, "SensingMethod" },
  { 0xa300, "FileSource" },
  { 0xa301, "SceneType" },
  { 0xa302, "CFAPattern" },
  { 0xa401, "CustomRendered" },
  { 0xa402, "ExposureMode" },
  { 0xa403, "WhiteBalance" },
  { 0xa404, "DigitalZoomRatio" },
  { 0xa405, "FocalLengthIn35mmFilm" },
  { 0xa406, "SceneCaptureType" },
  { 0xa407, "GainControl" },
  { 0xa408, "Contrast" },
  { 0xa409, "Saturation" },
  { 0xa40a, "Sharpness" },
  { 0xa40b, "DeviceSettingDescription" },
  { 0xa40c, "SubjectDistanceRange" },
  { 0xa420, "ImageUniqueID" },
  { 0xa430, "CameraOwnerName" },
  { 0xa431, "BodySerialNumber" },
  { 0xa432, "LensSpecification" },
  { 0xa433, "LensMake" },
  { 0xa434, "LensModel" },
  { 0xa435, "LensSerialNumber" },
  { 0xa460, "CompositeImage" },
  { 0xa461, "SourceImageNumberOfCompositeImage" },
  { 0xa462, "SourceExposureTimesOfCompositeImage" },
  { 0xa500, "Gamma" },
  { 0xc4a5, "PrintImageMatching" },
  { 0xc612, "DNGVersion" },
  { 0xc614, "UniqueCameraModel" },
  { 0xea1c, "Padding" },
};

static const TagName gps_names[] = {
  { 0x0000, "GPSVersionID" },
  { 0x0001, "GPSLatitudeRef" },
  { 0x0002, "GPSLatitude" },
  { 0x0003, "GPSLongitudeRef" },
  { 0x0004, "GPSLongitude" },
  { 0x0005, "GPSAltitudeRef" },
  { 0x0006, "GPSAltitude" },
  { 0x0007, "GPSTimeStamp" },
  { 0x0008, "GPSSatellites" },
  { 0x0009, "GPSStatus" },
  { 0x000a, "GPSMeasureMode" },
  { 0x000b, "GPSDOP" },
  { 0x000c, "GPSSpeedRef" },
  { 0x000d, "GPSSpeed" },
  { 0x000e, "GPSTrackRef" },
  { 0x000f, "GPSTrack" },
  { 0x0010, "GPSImgDirectionRef" },
  { 0x0011, "GPSImgDirection" },
  { 0x0012, "GPSMapDatum" },
  { 0x0013, "GPSDestLatitudeRef" },
  { 0x0014, "GPSDestLatitude" },
  { 0x0015, "GPSDestLongitudeRef" },
  { 0x0016, "GPSDestLongitude" },
  { 0x0017, "GPSDestBearingRef" },
  { 0x0018, "GPSDestBearing" },
  { 0x0019, "GPSDestDistanceRef" },
  { 0x001a, "GPSDestDistance" },
  { 0x001b, "GPSProcessingMethod" },
  { 0x001c, "GPSAreaInformation" },
  { 0x001d, "GPSDateStamp" },
  { 0x001e, "GPSDifferential" },
  { 0x001f, "GPSHPositioningError" },
};

static const TagName interoperability_names[] = {
  { 0x0001, "InteroperabilityIndex" },
  { 0x0002, "InteroperabilityVersion" },
  { 0x1000, "RelatedImageFileFormat" },
  { 0x1001, "RelatedImageWidth" },
  { 0x1002, "RelatedImageLength" },
};

const char *
otr_tag_group_name (guint8 group)
{
  static const char *const names[] = { "Image", "Thumbnail", "Exif", "GPS", "Interoperability" };

  return group < G_N_ELEMENTS (names) ? names[group] : "";
}

static int
compare_tag (const void *key, const void *element)
{
  return *(const guint16 *) key - ((const TagName *) element)->tag;
}

static const char *
find_name (const TagName *names, gsize n, guint16 tag)
{
  const TagName *found = bsearch (&tag, names, n, sizeof *names, compare_tag);

  return found != NULL ? found->name : NULL;
}

const char *
otr_tag_name (guint8 group, guint16 tag)
{
  if (group == 3)
    return find_name (gps_names, G_N_ELEMENTS (gps_names), tag);
  if (group == 4)
    return find_name (interoperability_names, G_N_ELEMENTS (interoperability_names), tag);
  return find_name (main_names, G_N_ELEMENTS (main_names), tag);
}

/* Bytes are text when they look like it (ExifVersion "0230"), else hexadecimal. */
static char *
bytes_to_string (GVariant *value)
{
  gsize n;
  const guint8 *bytes = g_variant_get_fixed_array (value, &n, 1);
  gsize length = n;
  GString *text = NULL;

  while (length > 0 && bytes[length - 1] == '\0')
    length--;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isprint ((char) bytes[i]))
      {
        text = g_string_new (NULL);
        break;
      }
  if (text == NULL && length > 0)
    return g_strndup ((const char *) bytes, MIN (length, VALUE_LETTERS));
  if (text == NULL)
    text = g_string_new (NULL);
  for (gsize i = 0; i < MIN (n, HEX_BYTES); i++)
    g_string_append_printf (text, "%s%02x", i > 0 ? " " : "", bytes[i]);
  if (n > HEX_BYTES)
    g_string_append_printf (text, " … (%" G_GSIZE_FORMAT " bytes)", n);
  return g_string_free (text, FALSE);
}

static void
append_number (GString *text, GVariant *number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  switch (g_variant_classify (number))
    {
    case G_VARIANT_CLASS_UINT16:
      g_string_append_printf (text, "%u", (guint) g_variant_get_uint16 (number));
      break;
    case G_VARIANT_CLASS_UINT32:
      g_string_append_printf (text, "%u", g_variant_get_uint32 (number));
      break;
    case G_VARIANT_CLASS_INT16:
      g_string_append_printf (text, "%d", (int) g_variant_get_int16 (number));
      break;
    case G_VARIANT_CLASS_INT32:
      g_string_append_printf (text, "%d", g_variant_get_int32 (number));
      break;
    case G_VARIANT_CLASS_DOUBLE:
      g_string_append (
          text, g_ascii_formatd (buffer, sizeof buffer, "%.9g", g_variant_get_double (number)));
      break;
    case G_VARIANT_CLASS_STRING:
      g_string_append (text, g_variant_get_string (number, NULL));
      break;
    default:
      g_string_append_c (text, '?');
      break;
    }
}

/* A fraction is shown as it is written: 1/60. */
static void
append_item (GString *text, GVariant *item)
{
  if (!g_variant_is_of_type (item, G_VARIANT_TYPE_TUPLE))
    {
      append_number (text, item);
      return;
    }
  for (gsize i = 0; i < g_variant_n_children (item); i++)
    {
      g_autoptr (GVariant) part = g_variant_get_child_value (item, i);

      if (i > 0)
        g_string_append_c (text, '/');
      append_number (text, part);
    }
}

char *
otr_tag_value_to_string (GVariant *value)
{
  const char *separator = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING_ARRAY) ? ", " : " ";
  GString *text;
  gsize n;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BYTESTRING))
    return bytes_to_string (value);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_ARRAY))
    return g_variant_print (value, FALSE);
  text = g_string_new (NULL);
  n = g_variant_n_children (value);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GVariant) item = g_variant_get_child_value (value, i);

      if (i > 0)
        g_string_append (text, separator);
      append_item (text, item);
      if (text->len > VALUE_LETTERS && i + 1 < n)
        {
          g_string_append_printf (text, " … (%" G_GSIZE_FORMAT " values)", n);
          break;
        }
    }
  return g_string_free (text, FALSE);
}
